// The form outside React: what the page tells it before its code is there, and what it does when it fails.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestForm } from '../../src/app/requestForm';
import type { FormCommand, FormState, RunningForm } from '../../src/ports/requestForm';
import { runForm } from '../../src/request/runForm';
import { createSafety } from '../../src/update/safety';
import { FIELDS, fakeDrafts, fakeOutbox } from '../support/fakeOutbox';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => log.mockClear());

/** A form that notes what it is told. */
function fakeForm() {
  const told: string[] = [];
  const listeners = new Set<() => void>();
  const form = {
    send: ({ type }: FormCommand) => void told.push(type),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as RunningForm;
  return { form, told, change: () => listeners.forEach((listener) => listener()) };
}

it('the first opening loads the form, and what it was told meanwhile comes in order', async () => {
  const { form, told, change } = fakeForm();
  const load = vi.fn(async () => () => form);
  const port = createRequestForm(load);
  const states: FormState['is'][] = [];
  port.subscribe(() => void states.push(port.get().is));
  port.send({ type: 'form.closed' });
  port.send({ type: 'like.clicked', title: 'Maple Street' });
  expect([load.mock.calls.length, port.get().is]).toEqual([0, 'absent']);
  port.send({ type: 'edit.clicked', key: 'k' });
  port.send({ type: 'form.opened' });
  port.send({ type: 'like.clicked', title: 'Maple Street' });
  expect(port.get().is).toBe('loading');
  await vi.waitFor(() => expect(port.get()).toEqual({ is: 'running', form }));
  port.send({ type: 'form.closed' });
  expect(told).toEqual(['edit.clicked', 'form.opened', 'like.clicked', 'form.closed']);
  expect(load).toHaveBeenCalledOnce();
  change();
  expect(states).toEqual(['loading', 'running', 'running']);
});

it('a form whose code did not load is loaded again by the next opening, and forgets nothing', async () => {
  const { form, told } = fakeForm();
  const load = vi.fn(async () => () => form).mockRejectedValueOnce(new Error('offline'));
  const port = createRequestForm(load);
  await port.preload();
  expect(port.get().is).toBe('absent');
  load.mockRejectedValueOnce(new Error('offline'));
  port.send({ type: 'edit.clicked', key: 'k' });
  await vi.waitFor(() => expect(port.get().is).toBe('failed'));
  port.send({ type: 'form.closed' });
  expect(load).toHaveBeenCalledTimes(2);
  port.send({ type: 'form.opened' });
  await vi.waitFor(() => expect(port.get().is).toBe('running'));
  expect(told).toEqual(['edit.clicked', 'form.closed', 'form.opened']);
});

/** The real form over an outbox and drafts in memory. */
async function start() {
  const { port: outbox } = fakeOutbox();
  const drafts = fakeDrafts();
  const form = runForm({ outbox, drafts: drafts.port, safety: createSafety() });
  const state = () => form.getSnapshot().value.content;
  await vi.waitFor(() => expect(state()).toEqual({ editing: 'ready' }));
  return { form, drafts, state, content: () => form.getSnapshot().context.content };
}

it('an action that throws ends neither the form nor what is in it', async () => {
  const { form, drafts, state, content } = await start();
  form.send({ type: 'fields.changed', fields: FIELDS });
  const save = vi.spyOn(drafts.port, 'save').mockImplementationOnce(() => {
    throw new Error('A bug.');
  });
  const seen: unknown[] = [];
  form.subscribe(() => void seen.push(content().fields.name));
  form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
  expect(log.mock.lastCall).toContain('The form has failed and goes on.');
  await vi.waitFor(() => expect(state()).toEqual({ editing: 'ready' }));
  // The key of the moment at which it failed is the only one that can be missing, and the field still shows it.
  expect(content().fields).toMatchObject({ email: FIELDS.email, address: FIELDS.address });
  form.send({ type: 'fields.changed', fields: { name: 'Cleo' } });
  expect(save.mock.lastCall![0].fields).toEqual({ ...FIELDS, name: 'Cleo' });
  expect(seen.at(-1)).toBe('Cleo');
});

it('a closed form that fails stays closed, without the request that is being sent', async () => {
  const { form, drafts, state, content } = await start();
  form.send({ type: 'fields.changed', fields: FIELDS });
  form.submit({ honeypot: '' });
  await vi.waitFor(() => expect(state()).toHaveProperty('sending'));
  // The real outbox deletes the draft when it saves the record.
  await drafts.port.clear([]);
  form.send({ type: 'form.closed' });
  form.send({ type: 'form.opened' });
  // No such news exist: a guard throws.
  form.send({ type: 'delivery.refused' } as never);
  expect(log.mock.lastCall).toContain('The form has failed and goes on.');
  await vi.waitFor(() => expect(state()).toEqual({ editing: 'ready' }));
  expect(content()).toMatchObject({ fields: { name: '', description: '' }, images: [] });
  form.send({ type: 'form.closed' });
  form.send({ type: 'fields.changed' } as never);
  expect(form.getSnapshot().value.dialog).toBe('closed');
});

describe('a picture that is still being read when the request is sent', () => {
  /** A JPEG whose bytes come when `arrive` is called. */
  function slowFile() {
    const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'door.jpg');
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slice = file.slice.bind(file);
    vi.spyOn(file, 'slice').mockImplementation((...part) => {
      const head = slice(...part);
      const bytes = head.arrayBuffer.bind(head);
      vi.spyOn(head, 'arrayBuffer').mockImplementation(() => arrival.then(bytes));
      return head;
    });
    return { file, arrive };
  }

  it('is sent with it', async () => {
    const { form, state, content } = await start();
    form.send({ type: 'fields.changed', fields: FIELDS });
    const { file, arrive } = slowFile();
    void form.choose([file]);
    form.submit({ honeypot: '' });
    expect(state()).toEqual({ saving: 'readingForDisk' });
    arrive();
    await vi.waitFor(() => expect(state()).toHaveProperty('sending'));
    expect(content().images).toMatchObject([{ name: 'door.jpg' }]);
  });

  it('keeps it back for five seconds at most', async () => {
    const { form, state } = await start();
    form.send({ type: 'fields.changed', fields: FIELDS });
    void form.choose([slowFile().file]);
    vi.useFakeTimers();
    form.submit({ honeypot: '' });
    await vi.advanceTimersByTimeAsync(4999);
    expect(state()).toEqual({ saving: 'readingForDisk' });
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(state()).toHaveProperty('sending'));
  });
});
