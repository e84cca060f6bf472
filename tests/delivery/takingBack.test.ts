/** A request that its visitor deletes or edits: what is sent, and what is left on the device. */
// @module-tag official
import { describe, expect, test } from 'vitest';
import type { LoadedDraft } from '../../src/outbox/port';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { removeRequest, reopen, retry } from '../../src/outbox/page/recordActions';
import { type OutboxRecord, newRecord } from '../../src/outbox/record';
import { storedRequests } from '../support/serverContent';
import { backend, expectDelivered } from './localBackend';
import { answerLost, dropped, refusal, tamper, times, type Label, type Saved } from './device';
import { device } from './testDevice';
import { fields, image, type SampleImage } from '../support/sampleRequests';

const DAY = 24 * 60 * 60_000;

const remove = (key: string) => removeRequest(device.deps, key);

describe('removing a request', () => {
  test('before it is sent leaves no document', async () => {
    const { key, images } = await device.save([1000]);
    expect(await remove(key)).toBe('removed');
    expect(await remove('unknown')).toBe('removed');
    await device.deliver();
    expect(device.wire.log).toEqual([]);
    expect(await device.deps.store.file(images[0]!.id)).toBeUndefined();
    const sent = await device.save();
    await device.deliver();
    expect(await remove(sent.key)).toBe('arrived');
  });

  test.each<[when: string, label: Label, log: string[]]>([
    ['being created waits for the answer', 'create', ['create']],
    ['being uploaded sends no more pictures', 'start', ['create', 'whole', 'start']],
  ])('while it is %s', async (_, during, log) => {
    const { key } = await device.save([300_000]);
    let removal: Promise<string> | undefined;
    device.wire.onRequest = async (label) => {
      if (label !== during) return;
      removal ??= remove(key);
      if (label === 'start') await removal;
    };
    await device.deliver();
    expect(await removal).toBe('arrived');
    expect(storedRequests(backend)).toHaveLength(1);
    const [sent] = await device.deps.store.sentRequests();
    expect(sent).toMatchObject({ key });
    expect(sent).not.toHaveProperty('isUnannounced');
    expect(device.wire.log).toEqual(log);
  });

  test('that another context changes at the same moment looks at it again', async () => {
    const { key } = await device.save([1000]);
    const { store } = device.deps;
    const { read } = store;
    store.read = async (asked) => {
      const record = await read(asked);
      store.read = read;
      await tamper(device, () => ({ step: 'upload' }));
      return record;
    };
    expect(await remove(key)).toBe('arrived');
    expect(await device.waiting()).toEqual([]);
  });

  test('after an unanswered create asks the server, and creates nothing', async () => {
    const arrived = await device.save();
    device.wire.fault('create', answerLost, dropped);
    await device.deliver();
    const lost = await device.save();
    await device.deliver();
    expect(await remove(arrived.key)).toBe('arrived');
    expect(await remove(lost.key)).toBe('removed');
    expect(device.wire.log).toEqual(['create!', 'create!', 'receipt', 'receipt']);
    expect(storedRequests(backend)).toHaveLength(1);
  });

  test('without a server removes it, and never sends it', async () => {
    const { key } = await device.save([1000]);
    device.wire.onRequest = () => dropped;
    await device.deliver();
    expect(await remove(key)).toBe('removed');
    expect(device.wire.log).toEqual(['create!', 'receipt!']);
    device.wire.onRequest = () => undefined;
    await device.deliver('all');
    await expectDelivered(device);
  });

  test('and all others that a pass has tried without a server leaves the next one due', async () => {
    const tried = [await device.save(), await device.save()];
    const next = await device.save();
    device.wire.onRequest = () => dropped;
    const { store } = device.deps;
    const { update } = store;
    store.update = async (record, expected) => {
      const isUpdated = await update(record, expected);
      const isLast = record.unreached && record.key === tried[1]!.key;
      for (const { key } of isLast ? tried : []) expect(await remove(key)).toBe('removed');
      return isUpdated;
    };
    const { now } = device.clock;
    expect(await device.deliver()).toEqual({ nextAt: now });
    expect(device.wire.log).toEqual(['create!', 'create!', 'receipt!', 'receipt!']);
    const { key } = next;
    const due = { key, attempts: 0, notBefore: now, unreached: true };
    expect(await device.waiting()).toMatchObject([due]);
    device.wire.onRequest = () => undefined;
    expect(await device.deliver()).toEqual({});
    await expectDelivered(device, next);
  });
});

describe('editing a request', () => {
  /** Sends the content of a refused record once more, with changes. */
  async function sendAgain(
    { key }: Saved,
    changes: Partial<typeof fields>,
    images?: SampleImage[],
  ) {
    const { deps } = device;
    const { store } = deps;
    const content = (await reopen(deps, key))!;
    expect(content).toMatchObject({ fields, replaces: key });
    const files = images ?? content.images;
    const old = (await store.read(key))!;
    const { signals = { honeypot: '', seconds: 0 } } = old;
    const parts = { ...deps, signals, fields: { ...fields, ...changes }, images: files };
    const record = newRecord({ ...parts, savedAt: deps.now() });
    await store.save(record, files, old);
    await device.deliver();
  }

  test('that was refused sends it once, with the new values and the old pictures', async () => {
    const saved = await device.save([1000, 2000]);
    device.wire.fault('create', ...times(3, refusal(403)));
    await device.deliver();
    await sendAgain(saved, { name: 'Grace' });
    await expectDelivered(device, { ...saved, fields: { ...fields, name: 'Grace' } });
  });

  test('whose text has arrived is not possible; its pictures are tried again', async () => {
    const saved = await device.save([10, 20]);
    device.wire.fault('attach', ...times(2, refusal(403)));
    await device.deliver();
    expect(await reopen(device.deps, saved.key)).toBeUndefined();
    await retry(device.deps, 'another');
    await device.deliver();
    expect(await device.waiting()).toMatchObject([{ needsAttention: { step: 'attach' } }]);
    await retry(device.deps, saved.key);
    await device.deliver();
    await expectDelivered(device, saved);
  });

  let reopened: LoadedDraft | undefined;
  /** Saves a refused record with an image and a changed draft of it, and does something with them. */
  async function takenBack(
    change: Partial<LoadedDraft>,
    then: (key: string) => Promise<unknown>,
    saved: Partial<OutboxRecord> = {},
  ) {
    const { key } = await device.save([10]);
    const { store } = device.deps;
    const record = (await store.read(key))!;
    await store.update({ ...record, ...saved, revision: 'changed' }, record.revision);
    device.wire.fault('create', ...times(3, refusal(403)));
    await device.deliver();
    reopened = await reopen(device.deps, key);
    const draft = { ...reopened!, ...change };
    const connection = connectOutbox();
    const drafts = createDrafts(connection, () => device.clock.now);
    const images = draft.images.map(({ id, name, type }) => ({ id, name, type }));
    await drafts.save({ ...draft, images }, draft.images, []);
    device.clock.now += 2 * DAY;
    await then(key);
    const left = await drafts.load();
    connection.close();
    return [storedRequests(backend).length, left?.fields.name, left?.images.length];
  }
  const deliver = () => device.deliver('all');

  test('that is unchanged in the draft is unnecessary: it is tried again, and the draft goes with it', async () => {
    expect(await takenBack({}, deliver)).toEqual([1, undefined, undefined]);
  });

  test.each<[string, then: (key: string) => Promise<unknown>, left: unknown[]]>([
    ['it is tried again, and the draft goes with it', deliver, [1, undefined, 0]],
    ['its deletion leaves the draft with its files', remove, [0, [300], 1]],
  ])('that never left the form has its files in common with the draft: %s', async (...row) => {
    const [, then, left] = row;
    const { key, images } = await device.save([300]);
    device.wire.fault('create', ...times(3, refusal(403)));
    await device.deliver();
    const connection = connectOutbox();
    const drafts = createDrafts(connection, () => device.clock.now);
    const facts = images.map(({ id, name, type }) => ({ id, name, type }));
    await drafts.save({ fields, images: facts, replaces: key }, images, []);
    device.clock.now += 2 * DAY;
    await then(key);
    const draft = await drafts.load();
    const files = await connection.read(['files'], (transaction) =>
      transaction.objectStore('files').count(),
    );
    const sizes = draft?.images.map(({ file }) => file.size);
    expect([storedRequests(backend).length, sizes, files]).toEqual(left);
    connection.close();
  });

  test('that is about a work comes back with the text as it was typed', async () => {
    const subject = { is: 'about', title: 'Maple Street' } as const;
    const change = { fields: { ...fields, description: `About “Maple Street”:\nIn sage.` } };
    const taken = await takenBack({}, deliver, { ...change, subject });
    expect(taken).toEqual([1, undefined, undefined]);
    expect(storedRequests(backend)).toMatchObject([change.fields]);
    expect(reopened).toMatchObject({ subject, fields: { ...fields, description: 'In sage.' } });
  });

  test.each<[what: string, change: Partial<LoadedDraft>, left: [string, number]]>([
    ['text', { fields: { ...fields, name: 'Grace' } }, ['Grace', 1]],
    ['picture', { images: [image(20, 2)] }, ['Ada', 1]],
    ['number of pictures', { images: [] }, ['Ada', 0]],
  ])('whose draft has another %s keeps it waiting for the visitor', async (_, change, left) => {
    expect(await takenBack(change, deliver)).toEqual([0, ...left]);
  });

  test('and then deleting it leaves the draft that was taken from it', async () => {
    expect(await takenBack({}, remove)).toEqual([0, 'Ada', 1]);
  });

  test('that is being sent is not possible', async () => {
    const { key } = await device.save();
    device.wire.fault('create', ...times(3, refusal(403)));
    await device.deliver();
    device.clock.now += DAY;
    let content: unknown = 'not asked';
    const { read } = device.deps.store;
    device.deps.store.read = async (wanted) => {
      const record = await read(wanted);
      await device.deliver();
      return record;
    };
    content = await reopen(device.deps, key);
    expect(content).toBeUndefined();
    expect(storedRequests(backend)).toHaveLength(1);
  });

  test('that does not need attention is not possible', async () => {
    const { key } = await device.save();
    expect(await reopen(device.deps, key)).toBeUndefined();
  });
});
