/** The database is lost, as browsers lose theirs: what waited in it waits again, and arrives once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RequestFields } from '../../src/domain/requestFields';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { connectOutbox, type OutboxConnection } from '../../src/outbox/store/database';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { summaryOf } from '../../src/outbox/page/storeLists';
import { tidySpares } from '../../src/outbox/store/spares';
import { newKey, newRecord, type OutboxRecord } from '../../src/outbox/record';
import { eventually } from '../support/eventually';
import { fakeCaches } from '../support/fakeCaches';
import { storedRequests } from '../support/serverContent';
import { depsFor, fields, image } from '../support/sampleRequests';
import { COMMIT } from '../support/deliveryFaults';
import { deferred } from '../support/deferred';
import { instead } from './fakeDatabase';
import { backend } from './localBackend';

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();

let caches = fakeCaches();
let connection: OutboxConnection;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  connection = connectOutbox();
});
afterEach(() => connection.close());

const SPARES = 'outbox-spares';
/** Everything that the Cache holds. */
const spares = async (): Promise<Record<string, unknown>[]> => {
  if (!(await caches.has(SPARES))) return [];
  const cache = await caches.open(SPARES);
  const answers = await Promise.all((await cache.keys()).map(({ url }) => cache.match(url)));
  return Promise.all(answers.map((answer) => answer!.json()));
};

const recordOf = (description: string, savedAt = NOW) =>
  newRecord({
    fields: { ...fields, description },
    images: [image(500, 1), image(700, 2)],
    leftOut: ['third.jpg'],
    signals: { honeypot: '', seconds: 1 },
    savedAt,
    newKey,
  });

/** Saves a request, and waits for its spare. */
async function save(record: OutboxRecord, replaced?: OutboxRecord) {
  await createIdbStore(connection).save(record, [], replaced);
  await eventually(async () =>
    expect((await spares()).map(({ key }) => key)).toContain(record.key),
  );
}

/** The browser loses the database; the next context makes a new one. */
async function loseDatabase() {
  connection.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('outbox').addEventListener('success', resolve);
  });
  connection = connectOutbox();
}

const deliver = async () => {
  const store = createIdbStore(connection);
  await createDeliverer(depsFor(backend.ports, store)).deliver('all');
};
const arrived = () => storedRequests(backend).map(({ id, description }) => ({ id, description }));

test('a spare has the text and the names of the pictures, and becomes the same request in a new database', async () => {
  const record = recordOf('Lost.');
  await save(record);
  const { key, id, receipt, savedAt } = record;
  const names = ['image-1.jpg', 'image-2.jpg', 'third.jpg'];
  expect(await spares()).toEqual([{ key, id, receipt, savedAt, fields: record.fields, names }]);
  await loseDatabase();
  const [restored, ...others] = await createIdbStore(connection).list();
  expect(others).toEqual([]);
  expect(restored).toEqual({
    key,
    id,
    receipt,
    savedAt,
    fields: record.fields,
    revision: expect.any(String),
    images: names.map((name) => ({ state: 'leftOut', name })),
    step: 'create',
    tries: 1,
    attempts: 0,
    notBefore: 0,
  });
  expect(summaryOf(restored!)).toMatchObject({ missing: names });
});

test.each([
  ['before it was sent', false],
  ['after it had arrived, and before the answer did', true],
])('a request whose database is lost %s arrives once', async (_, hasArrived) => {
  const record = recordOf('Once.');
  await save(record);
  if (hasArrived) {
    // The answer to the create never comes, and the browser loses the database.
    backend.faults.add({ ...COMMIT, when: 'after', count: 1, do: { kind: 'reset' } });
    await deliver();
    expect(arrived()).toHaveLength(1);
  }
  await loseDatabase();
  await deliver();
  expect(arrived()).toEqual([{ id: record.id, description: 'Once.' }]);
  const store = createIdbStore(connection);
  expect(await store.list()).toEqual([]);
  expect((await store.sentRequests()).map(({ missing }) => missing)).toEqual([
    ['image-1.jpg', 'image-2.jpg', 'third.jpg'],
  ]);
  expect(await spares()).toEqual([]);
});

test('no spare is left of a request that is sent, deleted or replaced', async () => {
  const store = createIdbStore(connection);
  const sent = recordOf('Sent.');
  await save(sent);
  expect(await store.finish(sent.key, sent.revision, { key: sent.key, id: '1', sentAt: 1 })).toBe(
    true,
  );
  expect(await spares()).toEqual([]);
  const deleted = recordOf('Deleted.');
  await save(deleted);
  expect(await store.finish(deleted.key, deleted.revision)).toBe(true);
  expect(await spares()).toEqual([]);
  const old = recordOf('Old.');
  await save(old);
  const next = recordOf('New.');
  await save(next, old);
  expect(await spares()).toMatchObject([{ key: next.key }]);
  await loseDatabase();
  expect(await createIdbStore(connection).list()).toMatchObject([{ key: next.key }]);
});

test('a request that is sent while its spare is being put leaves none', async () => {
  const put = deferred<void>();
  const { open } = caches;
  vi.spyOn(caches, 'open').mockImplementation(async (name) => {
    const cache = await open(name);
    return { ...cache, put: (...entry) => put.promise.then(() => cache.put(...entry)) };
  });
  const store = createIdbStore(connection);
  const record = recordOf('Quick.');
  await store.save(record, []);
  await store.finish(record.key, record.revision, { key: record.key, id: '1', sentAt: 1 });
  const deleting = vi.spyOn(IDBTransaction.prototype, 'objectStore');
  put.resolve();
  await eventually(async () => expect(deleting).toHaveBeenCalled());
  await eventually(async () => expect(await spares()).toEqual([]));
});

/** In the place of the commit of a save. */
const insteadOfSave = () =>
  instead(IDBTransaction, 'commit', (transaction, commit: () => void) => {
    if (transaction.objectStoreNames.contains('records')) transaction.abort();
    else commit();
  });

test('a request that the disk does not take has no spare', async () => {
  insteadOfSave();
  const record = recordOf('Unsaved.');
  await expect(createIdbStore(connection).save(record, [])).rejects.toThrow();
  await eventually(async () => expect(await spares()).toEqual([]));
});

test.each<[string, unknown]>([
  ['there is none', undefined],
  ['it is forbidden', { open: () => Promise.reject(new DOMException('', 'SecurityError')) }],
  [
    'it throws',
    {
      has() {
        throw new TypeError();
      },
      open() {
        throw new TypeError();
      },
    },
  ],
])('where the Cache fails because %s, requests are saved and sent as ever', async (_, broken) => {
  vi.stubGlobal('caches', broken);
  const record = recordOf('Without a Cache.');
  await createIdbStore(connection).save(record, [image(500, 1)]);
  expect(await createIdbStore(connection).list()).toHaveLength(1);
  await loseDatabase();
  expect(await createIdbStore(connection).list()).toEqual([]);
});

test('a Cache that never answers holds nothing up for more than a second each', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const never = () => new Promise<never>(() => {});
  vi.stubGlobal('caches', { has: never, open: never });
  const store = createIdbStore(connection);
  const listing = store.list();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(200);
    expect(await Promise.race([listing, Promise.resolve('waits')])).toEqual([]);
  });
  vi.useRealTimers();
});

test('an old spare goes, and so does one that was left behind', async () => {
  await save(recordOf('Waits.', NOW - 29 * DAY));
  await save(recordOf('Too old.', NOW - 31 * DAY));
  const cache = await caches.open(SPARES);
  const leave = (key: string, savedAt: number) => {
    const { id, receipt, fields } = recordOf(key);
    const spare = { key, id, receipt, fields, savedAt, names: [] };
    return cache.put(`/outbox-spare/${key}`, new Response(JSON.stringify(spare)));
  };
  await leave('left', NOW);
  await tidySpares(createIdbStore(connection), NOW);
  const left = (await spares()).map((spare) => (spare['fields'] as RequestFields).description);
  expect(left).toEqual(['Waits.']);
});

test('what is no spare becomes no record, and the database opens', async () => {
  const whole = recordOf('Whole.');
  await save(whole);
  const cache = await caches.open(SPARES);
  await cache.put('/outbox-spare/a', new Response('<title>Sign in</title>'));
  await cache.put('/outbox-spare/b', new Response('{"key": 7, "names": 1}'));
  await cache.put('/outbox-spare/c', new Response('null'));
  await loseDatabase();
  expect(await createIdbStore(connection).list()).toMatchObject([{ key: whole.key }]);
});
