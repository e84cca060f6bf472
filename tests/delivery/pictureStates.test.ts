/** What a delivery does with a picture in each of its states (src/outbox/record.ts). */
// @module-tag official
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createDrafts } from '../../src/outbox/store/drafts';
import { leaveOutAwaited, removeRequest, reopen, retry } from '../../src/outbox/page/recordActions';
import { summaryOf } from '../../src/outbox/page/storeLists';
import type { Preparation } from '../../src/pictures/prepareImage';
import type { Picture } from '../../src/outbox/record';
import { backend, expectDelivered } from './localBackend';
import { createDevice, dropped, tamper, type Device } from './device';

const DAY = 24 * 60 * 60_000;
const LATER = 15_000;

let device: Device;
beforeEach(() => {
  device = createDevice(backend);
});
afterEach(() => device.remove());

/** Changes the first picture of the oldest record, as another version might. */
const change = (changed: (picture: Picture) => object) =>
  tamper(device, ({ images: [one, ...rest] }) => ({ images: [changed(one!), ...rest] }));
const now = () => device.clock.now;
const unusable: Preparation = { type: 'unusable' };

interface Row {
  /** What is written into the first picture beside what a new one has. */
  is?: () => object;
  prepare?: (file: Blob) => Promise<Preparation>;
  /** Milliseconds for which the record waits for it first, when its text and nothing else has arrived. */
  waits?: number;
  /** How many bytes the files have that the delivery prepares. */
  prepares?: number[];
  becomes?: 'leftOut';
  /** How many pictures the upload ticket has names for. */
  names?: number;
}

test.each<[string, Row]>([
  ['chosen: it is prepared and sent', { prepares: [1000, 2000] }],
  [
    'chosen, and no picture: it is left out',
    {
      prepare: async (file) => (file.size === 1000 ? unusable : device.deps.prepareImage(file)),
      prepares: [1000, 2000],
      becomes: 'leftOut',
    },
  ],
  ['chosen, and lost: it is left out', { is: () => ({ file: 'gone' }), becomes: 'leftOut' }],
  [
    'awaited, and there: it is sent at once, after the other one is prepared',
    { is: () => ({ state: 'awaited', until: now() + LATER }), prepares: [2000, 1000] },
  ],
  [
    'awaited: it is waited for, and left out when its time is over',
    {
      is: () => ({ state: 'awaited', until: now() + LATER, file: 'unread' }),
      waits: LATER,
      becomes: 'leftOut',
    },
  ],
  [
    'awaited for longer than anybody waits, so under another clock: it is left out',
    {
      is: () => ({ state: 'awaited', until: now() + LATER + 1, file: 'unread' }),
      becomes: 'leftOut',
    },
  ],
  ['left out: it gets no name', { is: () => ({ state: 'leftOut' }), becomes: 'leftOut', names: 1 }],
])('%s', async (_, row) => {
  const { is = () => ({}), prepare, waits, becomes = 'prepared' } = row;
  const { prepares = [2000], names = 2 } = row;
  const saved = await device.save([1000, 2000]);
  const [first, second] = saved.images;
  await change((picture) => ({ ...picture, ...is(), added: 'by a newer version' }));
  const [before] = await device.waiting();
  const { file } = before!.images[0]!;
  const prepared: number[] = [];
  const prepareImage = (file: Blob) => {
    prepared.push(file.size);
    return (prepare ?? device.deps.prepareImage)(file);
  };
  const { deliver } = createDeliverer({ ...device.deps, prepareImage });
  if (waits !== undefined) {
    const nextAt = now() + waits;
    expect(await deliver()).toEqual({ nextAt });
    expect(device.wire.log).toEqual(['create']);
    expect((await device.shown()).at(-1)).toMatchObject({ isAwaiting: true });
    device.clock.now = nextAt;
  }
  device.wire.fault('attach', dropped);
  await deliver();
  const [record] = await device.waiting();
  // As long as it belongs to the request, what a newer version has added belongs to it.
  const added = { added: 'by a newer version' };
  expect(record!.images).toMatchObject([
    { state: becomes, name: first!.name, file, ...(becomes === 'prepared' && added) },
    { state: 'prepared', name: second!.name },
  ]);
  // Prepared: it is sent as it is, and never prepared again.
  await deliver('all');
  expect(prepared).toEqual(prepares);
  const isLeftOut = becomes === 'leftOut';
  await expectDelivered(device, { ...saved, images: isLeftOut ? [second!] : saved.images });
  const [sent] = await device.deps.store.sentRequests();
  expect(sent!.missing).toEqual(isLeftOut ? [first!.name] : undefined);
  const [ticket] = backend.firestore.list('uploads');
  expect(ticket!.fields['images']).toMatchObject({ arrayValue: { values: { length: names } } });
});

test('of a state that another version has written: its record is left alone, shown as waiting, and only its visitor deletes it', async () => {
  const { deps } = device;
  const { key, images } = await device.save([1000, 2000]);
  const connection = connectOutbox();
  const stored = () =>
    connection.read(['records'], (transaction) => transaction.objectStore('records').get(key));
  const files = async () =>
    Promise.all(images.map(async ({ id }) => (await deps.store.file(id)) !== undefined));
  // As that version has it, whatever else it has written.
  const written = {
    ...(await stored())!,
    images: [
      { state: 'encrypted', name: 'a.jpg', with: ['a', 'key'] },
      {
        state: 'awaited',
        name: 'b.jpg',
        file: 'b',
        until: now(),
        objectNames: { image: 'i', thumb: 't' },
      },
    ],
    step: 'paint',
    forPage: true as const,
    needsAttention: { step: 'create' as const, message: 'no' },
  };
  await connection.write(['records'], (transaction) =>
    transaction.objectStore('records').put(written as never),
  );
  const other = await device.save([1000], 'Another one.');
  expect(await device.deliver('all')).toEqual({});
  await createDeliverer({ ...deps, isPage: false }).deliver('all');
  await leaveOutAwaited(deps, key, ['b']);
  await retry(deps, key);
  expect(await reopen(deps, key)).toBeUndefined();
  // Nobody else names its files.
  const draft = createDrafts(connection, () => now() + DAY);
  await draft.save({ fields: other.fields, images: [] }, [], []);
  await draft.load();
  expect(await stored()).toEqual(written);
  expect(await files()).toEqual([true, true]);
  const [record, ...others] = await device.waiting();
  expect(others).toEqual([]);
  const shown = summaryOf(record!);
  const progress = { sentBytes: 0, totalBytes: 0, count: 0, total: 0 };
  expect(shown).toMatchObject({ key, imageNames: ['a.jpg', 'b.jpg'], progress });
  expect(shown).not.toHaveProperty('needsAttention');
  expect(shown).not.toHaveProperty('forPage');
  expect(shown).not.toHaveProperty('isAwaiting');

  expect(await removeRequest(deps, key)).toBe('removed');
  await expectDelivered(device, other);
  connection.close();
});
