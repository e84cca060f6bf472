import { describe, expect, it, vi } from 'vitest';
import type { DeliveryInput } from '../../../../machines/requestFormSetup';
import type { RequestFormEvent } from '../../../../machines/requestFormContext';
import type { OutboxPort } from '../../../../src/domain/ports';
import { deliverRequest } from '../../../../src/features/request/delivery';
import { createImageShelf } from '../../../../src/features/request/imageShelf';
import { FIELDS, fakeOutbox, picture, summary } from './fakePorts';

const attention = { step: 'create', status: 403, message: 'no' } as const;
const input: DeliveryInput = {
  route: 'outbox',
  key: null,
  newKey: 'new',
  drafts: ['draft'],
  fields: FIELDS,
  imageIds: ['one'],
  replaces: null,
};

function watch(outbox: OutboxPort, change: Partial<DeliveryInput> = {}, isOnline = true) {
  const shelf = createImageShelf();
  shelf.addPrepared('one', picture('one.jpg'));
  const events: RequestFormEvent[] = [];
  const ends: unknown[] = [];
  const subscription = deliverRequest(
    { ...input, ...change },
    { outbox, shelf, isOnline: () => isOnline, now: () => 1000 },
  ).subscribe({
    next: (event) => events.push(event),
    complete: () => ends.push('complete'),
    error: (error: unknown) => ends.push(error),
  });
  const types = () => events.map((event) => event.type);
  return { events, types, ends, subscription };
}

describe('deliverRequest, through the outbox', () => {
  it('saves the fields and pictures, then follows this record only', async () => {
    const save = vi.fn(() => Promise.resolve({ outcome: 'saved', key: 'k' } as const));
    const { port, emit } = fakeOutbox({ save });
    const { events, types, ends } = watch(port);
    await vi.waitFor(() => expect(types()).toEqual(['delivery.saved']));
    expect(save).toHaveBeenCalledWith(FIELDS, [picture('one.jpg')], {
      key: 'new',
      drafts: ['draft'],
    });
    const progress = { sentBytes: 5, totalBytes: 10, count: 0, total: 1 };
    emit({ type: 'created', key: 'another', id: '1' });
    emit({ type: 'created', key: 'k', id: '2' });
    emit({ type: 'progress', key: 'k', progress });
    emit({ type: 'postponed', key: 'k', notBefore: 9 });
    emit({ type: 'refused', key: 'k', attention });
    emit({ type: 'sent', key: 'k', id: '2', files: [] });
    emit({ type: 'removed', key: 'k' });
    expect(events.slice(1)).toEqual([
      { type: 'delivery.created' },
      { type: 'delivery.progressed', progress },
      { type: 'delivery.postponed' },
      { type: 'delivery.refused', ...attention },
      { type: 'delivery.sent' },
    ]);
    expect(ends).toEqual(['complete']);
  });

  it('tells how it stands when another tab has saved or sent just this', async () => {
    const saved = { outcome: 'saved', key: 'k', already: true } as const;
    const sent = watch(fakeOutbox({ saved, wasSent: () => Promise.resolve(true) }).port);
    await vi.waitFor(() => expect(sent.types()).toEqual(['delivery.saved', 'delivery.sent']));
    const list = () => Promise.resolve([summary('k', { step: 'upload' })]);
    const waits = watch(fakeOutbox({ saved, list }).port);
    await vi.waitFor(() => expect(waits.types()).toEqual(['delivery.saved', 'delivery.created']));
  });

  it('does not miss what is told before the key is known', async () => {
    const { port, emit } = fakeOutbox({
      save: () => {
        emit({ type: 'created', key: 'k', id: '1' });
        emit({ type: 'created', key: 'another', id: '2' });
        return Promise.resolve({ outcome: 'saved', key: 'k' });
      },
    });
    const { types } = watch(port);
    await vi.waitFor(() => expect(types()).toEqual(['delivery.saved', 'delivery.created']));
  });

  it('is postponed at once when the browser is offline', async () => {
    const { types } = watch(fakeOutbox().port, {}, false);
    await vi.waitFor(() => expect(types()).toEqual(['delivery.saved', 'delivery.postponed']));
  });

  it.each([
    ['full', 'storage.full'],
    ['unavailable', 'storage.unavailable'],
  ] as const)('tells that storage is %s', async (outcome, type) => {
    const { types } = watch(fakeOutbox({ saved: { outcome } }).port);
    await vi.waitFor(() => expect(types()).toEqual([type]));
  });

  it('tells an error of saving, and nothing once nobody listens', async () => {
    const error = new Error('broken');
    const { ends } = watch(fakeOutbox({ save: () => Promise.reject(error) }).port);
    await vi.waitFor(() => expect(ends).toEqual([error]));
    const { port, listeners } = fakeOutbox();
    const { subscription, types } = watch(port);
    subscription.unsubscribe();
    expect(listeners.size).toBe(0);
    expect(types()).toEqual([]);
  });
});

describe('deliverRequest, for a record that is saved already', () => {
  const save = () => Promise.reject(new Error('saved a second time'));
  const resumed = (change: Parameters<typeof summary>[1] | undefined) =>
    watch(
      fakeOutbox({ save, list: () => Promise.resolve(change ? [summary('k', change)] : []) }).port,
      { key: 'k' },
    );

  it.each([
    [{ step: 'upload' }, ['delivery.created']],
    [{ notBefore: 1001 }, ['delivery.postponed']],
    [{ needsAttention: attention }, ['delivery.refused']],
  ] as const)('goes on from %j', async (change, expected) => {
    const { types, ends } = resumed(change);
    await vi.waitFor(() => expect(types()).toEqual(expected));
    expect(ends).toEqual([]);
  });

  it('tells that it was sent while nobody listened', async () => {
    const { port } = fakeOutbox({ save, wasSent: (key) => Promise.resolve(key === 'k') });
    const { types, ends } = watch(port, { key: 'k' });
    await vi.waitFor(() => expect(types()).toEqual(['delivery.sent']));
    expect(ends).toEqual([]);
  });

  it('ends when it is gone', async () => {
    const { ends } = resumed(undefined);
    await vi.waitFor(() => expect(ends).toEqual(['complete']));
  });
});

describe('deliverRequest, directly', () => {
  const direct = (sendDirectly: OutboxPort['sendDirectly']) =>
    watch(fakeOutbox({ sendDirectly, save: () => Promise.reject(new Error('saved')) }).port, {
      route: 'direct',
    });

  it('tells what happens and that it is sent, once', async () => {
    const { types } = direct((_, __, onEvent) => {
      onEvent({ type: 'created', key: 'x', id: '1' });
      onEvent({ type: 'sent', key: 'x', id: '1', files: [] });
      return Promise.resolve();
    });
    await vi.waitFor(() => expect(types()).toEqual(['delivery.created', 'delivery.sent']));
  });

  it('tells a refusal as such, and every other failure as unreachable', async () => {
    const refused = direct((_, __, onEvent) => {
      onEvent({ type: 'refused', key: 'x', attention });
      return Promise.reject(new Error('refused'));
    });
    const unreachable = direct(() => Promise.reject(new Error('no network')));
    const postponed = direct((_, __, onEvent) => {
      onEvent({ type: 'postponed', key: 'x', notBefore: 5 });
      return Promise.reject(new Error('later'));
    });
    await vi.waitFor(() => expect(refused.types()).toEqual(['delivery.refused']));
    await vi.waitFor(() => expect(unreachable.types()).toEqual(['delivery.unreachable']));
    await vi.waitFor(() => expect(postponed.types()).toEqual(['delivery.unreachable']));
  });
});
