/** What news of a record cost a page that shows many: counted are the records and sent requests that it reads. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutboxLists } from '../../src/outbox/port';
import { connectOutbox } from '../../src/outbox/store/database';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { createPageStores } from '../../src/outbox/page/pageStores';
import { createOutboxLists } from '../../src/outbox/page/outboxLists';
import { sentRequestOf } from '../../src/outbox/delivery/deliverRecord';
import { type OutboxRecord, newKey, newRecord } from '../../src/outbox/record';
import { eventually } from '../support/eventually';
import { fields } from '../support/sampleRequests';
import { instead } from './fakeDatabase';

const WAITING = 200;
const CHANNEL = 'outbox';

let connection = connectOutbox();
let stopFollowing = () => {};
/** What was read from the database since `forget`. */
let reads = { records: 0, sentRequests: 0 };
const forget = () => void (reads = { records: 0, sentRequests: 0 });

/** Counts what a request to the database has found. */
function count({ name }: IDBObjectStore, request: IDBRequest<unknown>) {
  request.addEventListener('success', () => {
    if (name !== 'records' && name !== 'sentRequests') return;
    reads[name] += Array.isArray(request.result) ? request.result.length : Number(!!request.result);
  });
  return request;
}

beforeEach(() => {
  connection = connectOutbox();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
  for (const method of ['get', 'getAll'] as const) {
    instead(IDBObjectStore, method, (store, read: (...args: unknown[]) => IDBRequest, ...args) =>
      count(store, read(...args)),
    );
  }
});
afterEach(() => {
  stopFollowing();
  connection.close();
});

const objectNames = { image: 'a.jpg', thumb: 'b.jpg' };

const newRequest = (n: number) =>
  newRecord({
    fields: { ...fields, description: `Request ${n}` },
    images: [],
    signals: { honeypot: '', seconds: 1 },
    savedAt: Date.UTC(2030, 0, 1) + n,
    newKey,
  });

/** A page that shows `WAITING` requests, and another context that writes. */
async function open() {
  const disk = createIdbStore(connection);
  const records = Array.from({ length: WAITING }, (_, n) => newRequest(n));
  for (const record of records) await disk.save(record, []);
  const stores = createPageStores(connection);
  const content = createOutboxLists(stores);
  const contents: OutboxLists[] = [];
  stopFollowing = content.follow((next) => contents.push(next));
  const latest = () => contents.at(-1)!;
  await eventually(async () => expect(latest().waiting).toHaveLength(WAITING));
  const theirs = new BroadcastChannel(CHANNEL);
  /** Lets another context say something; the content that the page shows then. */
  const hears = async (message: unknown) => {
    const before = contents.length;
    forget();
    theirs.postMessage(message);
    await eventually(async () => expect(contents.length).toBeGreaterThan(before));
    return latest();
  };
  /** Says that these records have changed. */
  const changed = (...keys: string[]) => hears({ type: 'outbox.changed', keys });
  const tried = async (record: OutboxRecord) => {
    const next = { ...record, attempts: record.attempts + 1, revision: newKey() };
    expect(await disk.update(next, record.revision)).toBe(true);
    return next;
  };
  return { disk, stores, records, content, contents, latest, hears, changed, tried, theirs };
}

test(`news of one of ${WAITING} waiting requests read one; the others stay the same objects`, async () => {
  const { disk, records, latest, changed, tried, theirs } = await open();
  const before = latest().waiting;
  const changing = await tried(records[7]!);
  const { waiting } = await changed(changing.key);
  expect(reads).toEqual({ records: 1, sentRequests: 0 });
  expect(waiting[7]).toMatchObject({ key: changing.key, attempts: 1 });
  expect(waiting.filter((record, n) => record === before[n])).toHaveLength(WAITING - 1);

  // It is sent: the note of it is read, and nothing else.
  await disk.finish(changing.key, changing.revision, sentRequestOf(changing, 5));
  const afterSending = await changed(changing.key);
  expect(reads).toEqual({ records: 0, sentRequests: 1 });
  expect(afterSending.waiting).toEqual(waiting.toSpliced(7, 1));
  expect(afterSending.sentRequests).toEqual([sentRequestOf(changing, 5)]);

  // Another tab saves one more, which is the newest; and one is deleted.
  const added = newRequest(WAITING);
  await disk.save(added, []);
  const afterSaving = await changed(added.key);
  expect(reads).toEqual({ records: 1, sentRequests: 0 });
  expect(afterSaving.waiting.map(({ key }) => key)).toEqual(
    [...records.toSpliced(7, 1), added].map(({ key }) => key),
  );
  await disk.finish(added.key, added.revision);
  const afterDeleting = await changed(added.key);
  expect(reads).toEqual({ records: 0, sentRequests: 0 });
  expect(afterDeleting.waiting).toEqual(afterSending.waiting);
  theirs.close();
});

test('a page says of what the worker has accepted, and only the network keeps back, that it goes on', async () => {
  const { disk, records, stores } = await open();
  const change = async (n: number, change: Partial<OutboxRecord>) => {
    const record = records[n]!;
    await disk.update({ ...record, ...change, revision: newKey() }, record.revision);
  };
  await change(1, { attempts: 3, unreached: true });
  // A server that answers "later" may do so for hours; a sync is given up after some tries.
  await change(2, { attempts: 1 });
  await change(3, { forPage: true });
  await change(4, { images: [{ state: 'awaited', name: 'a', file: 'a', until: 1, objectNames }] });
  await change(5, { needsAttention: { step: 'create', message: '' } });
  const goingOn = async () => {
    const { waiting } = await stores.read();
    return waiting.flatMap(({ goesOn, key }) =>
      goesOn ? records.findIndex((record) => record.key === key) : [],
    );
  };
  expect(await goingOn()).toEqual([]);
  stores.goOn(records[7]!.savedAt);
  expect(await goingOn()).toEqual([0, 1, 6, 7]);
  stores.goOn(undefined);
  expect(await goingOn()).toEqual([]);
});

test('the browser is asked to keep the site’s data only for a request that still waits after a try, and once', async () => {
  // Each page asks once: another page than those of the tests before.
  vi.resetModules();
  const { createPageStores: createAnew } = await import('../../src/outbox/page/pageStores');
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  const disk = createIdbStore(connection);
  const { read } = createAnew(connection);
  const record = newRequest(1);
  await disk.save(record, []);
  await read();
  expect(persist).not.toHaveBeenCalled();
  await disk.update({ ...record, attempts: 1, revision: newKey() }, record.revision);
  await read();
  await read();
  expect(persist).toHaveBeenCalledOnce();
});

test('news of several records in one frame read each of them once', async () => {
  const { records, contents, changed, tried, theirs } = await open();
  const three = await Promise.all(records.slice(0, 3).map(tried));
  const before = contents.length;
  for (const { key } of [...three, ...three]) {
    theirs.postMessage({ type: 'outbox.changed', keys: [key] });
  }
  const { waiting } = await changed(three[0]!.key);
  expect(waiting.slice(0, 4).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0]);
  expect([contents.length - before, reads]).toEqual([1, { records: 3, sentRequests: 0 }]);
  theirs.close();
});

test.each([
  ['a message without keys', { type: 'outbox.changed' }],
  ['a message that nobody of us has posted', { type: 'outbox.changed', keys: [1] }],
])('%s may mean any record: all are read, and what is unchanged stays', async (_, message) => {
  const { records, latest, hears, tried, theirs } = await open();
  const before = latest().waiting;
  await tried(records[3]!);
  const { waiting } = await hears(message);
  expect(reads).toEqual({ records: WAITING, sentRequests: 0 });
  expect(waiting.filter((record, n) => record === before[n])).toHaveLength(WAITING - 1);
  expect(waiting[3]).toMatchObject({ attempts: 1 });
  theirs.close();
});

test('a page looks at everything again when it was told to, whatever the news were', async () => {
  const { records, content, contents, latest, tried, theirs } = await open();
  // The context that wrote has died before it could say so.
  await tried(records[0]!);
  forget();
  const before = contents.length;
  content.refresh();
  content.changed(records[1]!.key);
  await eventually(async () => expect(contents.length).toBeGreaterThan(before));
  expect(reads).toEqual({ records: WAITING, sentRequests: 0 });
  expect(latest().waiting[0]).toMatchObject({ attempts: 1 });
  theirs.close();
});

test('news that could not be read are not lost: the next news read everything', async () => {
  const { records, latest, changed, tried, content, theirs } = await open();
  const failures: unknown[] = [];
  const told = vi.fn();
  content.follow(told, (error) => failures.push(error));
  // It is told first what there is. Its news would otherwise count as the first of those below.
  await eventually(async () => expect(told).toHaveBeenCalled());
  await changed(records[0]!.key);
  await tried(records[0]!);
  connection.close();
  instead(IDBFactory, 'open', () => {
    throw new DOMException('Away.', 'UnknownError');
  });
  content.changed(records[0]!.key);
  await eventually(async () => expect(failures).toHaveLength(1));
  vi.mocked(IDBFactory.prototype.open).mockRestore();
  expect(latest().waiting[0]).toMatchObject({ attempts: 0 });
  const { waiting } = await changed(records[1]!.key);
  expect(reads).toEqual({ records: WAITING, sentRequests: 0 });
  expect(waiting[0]).toMatchObject({ attempts: 1 });
  theirs.close();
});

test('a page whose requests are in memory reads one, and the whole disk once memory is empty', async () => {
  const { stores, content, contents, latest, records, theirs, tried } = await open();
  const list = vi.spyOn(stores.memory, 'list');
  const shows = async (...[key, action]: [string, () => Promise<unknown>]) => {
    await action();
    const before = contents.length;
    list.mockClear();
    forget();
    content.changed(key);
    await eventually(async () => expect(contents.length).toBeGreaterThan(before));
    return latest();
  };
  const [one, other] = [newRequest(1), newRequest(2)];
  await stores.memory.save(one, []);
  const first = await shows(one.key, () => stores.memory.save(other, []));
  expect(first.waiting).toMatchObject([{ key: one.key, inMemory: true }]);
  const { waiting } = await shows(other.key, async () => undefined);
  expect([list.mock.calls.length, reads]).toEqual([0, { records: 0, sentRequests: 0 }]);
  expect(waiting).toMatchObject([
    { key: one.key, inMemory: true },
    { key: other.key, inMemory: true },
  ]);
  expect(waiting[0]).toBe(first.waiting[0]);

  // Meanwhile news of the disk are not shown, and not lost.
  const changing = await tried(records[0]!);
  await shows(changing.key, async () => undefined);
  await shows(one.key, () => stores.memory.finish(one.key, one.revision, sentRequestOf(one, 9)));
  const after = await shows(other.key, () => stores.memory.finish(other.key, other.revision));
  expect(reads).toEqual({ records: WAITING, sentRequests: 0 });
  expect(after.waiting).toHaveLength(WAITING);
  expect(after.waiting[0]).toMatchObject({ key: changing.key, attempts: 1 });
  expect(after.sentRequests).toEqual([sentRequestOf(one, 9)]);
  theirs.close();
});

test('the store in memory finds a sent request by its key, as the disk does', async () => {
  const record = newRequest(1);
  for (const store of [createMemoryStore(), createIdbStore(connection)]) {
    await store.save(record, []);
    expect(await store.sentRequest(record.key)).toBeUndefined();
    await store.finish(record.key, record.revision, sentRequestOf(record, 3));
    expect(await store.sentRequest(record.key)).toEqual(sentRequestOf(record, 3));
  }
});
