// The real Firestore SDK, in its browser build (WebChannel Listen and Write), against the local one.
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  arrayUnion,
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  disableNetwork,
  doc,
  enableNetwork,
  getDoc,
  getDocs,
  increment,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  setLogLevel,
  terminate,
  Timestamp,
  updateDoc,
  where,
  writeBatch,
  type Firestore,
  type Query,
} from 'firebase/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RulesRequest } from '../../rules/types';
import { startFirestore, type FirestoreServer } from './server';

// Broken connections are what these tests are about.
setLogLevel('silent');

let server: FirestoreServer;
let apps: FirebaseApp[];
/** What the rules were asked. */
let asked: RulesRequest[];
/** Collections that nobody may touch; `mine/{uid}` is the user's own. */
let closed: string[];

beforeEach(async () => {
  apps = [];
  asked = [];
  closed = ['secret'];
  const decide = (request: RulesRequest) => {
    asked.push(request);
    const [, , , , name = '', id] = request.path.split('/');
    const allowed = name === 'mine' ? id === request.auth?.uid : !closed.includes(name);
    return { allowed, reason: 'a hand-made rule' };
  };
  server = await startFirestore({ rules: { service: 'cloud.firestore', decide } });
});
afterEach(async () => {
  for (const app of apps) await deleteApp(app);
  await server.close();
});

function connect({ uid, isPolling = false }: { uid?: string; isPolling?: boolean } = {}) {
  const app = initializeApp({ projectId: 'demo-cabinets', apiKey: 'any' }, `sdk-${Math.random()}`);
  apps.push(app);
  const db = initializeFirestore(app, { experimentalForceLongPolling: isPolling });
  // Without `iat` the SDK makes a token of 1970, which has expired.
  const mockUserToken = uid && { sub: uid, iat: Math.floor(Date.now() / 1000) };
  const options = mockUserToken ? { mockUserToken } : {};
  connectFirestoreEmulator(db, '127.0.0.1', server.listening.port, options);
  return db;
}

/** Listens and keeps what it was told last. */
function follow(target: Query) {
  const heard = { ids: [] as string[], data: [] as unknown[], fromCache: true, error: '' };
  const stop = onSnapshot(
    target,
    ({ docs, metadata }) => {
      heard.ids = docs.map(({ id }) => id);
      heard.data = docs.map((document) => document.data());
      heard.fromCache = metadata.fromCache;
    },
    ({ code }) => (heard.error = code),
  );
  return { heard, stop };
}

const galleryOf = (db: Firestore) => query(collection(db, 'gallery'), orderBy('created', 'asc'));
const work = (day: number, title = `Work ${day}`) => ({
  title,
  created: new Date(Date.UTC(2026, 0, day)),
});
const later = <T>(value: () => T) => expect.poll(value, { timeout: 20_000 });
const requestsWith = (...words: string[]) =>
  server.requests.filter((line) => words.every((word) => line.includes(word)));

/** A page that follows the gallery and is up to date. */
async function following(options?: Parameters<typeof connect>[0]) {
  const db = connect(options);
  const { heard, stop } = follow(galleryOf(db));
  await later(() => heard.fromCache).toBe(false);
  return { db, heard, stop };
}

/** Without the network for a while: a new stream with resume tokens follows. */
async function offline(db: Firestore, meanwhile: () => void) {
  await disableNetwork(db);
  // Until the server has heard of it, it sends (and bills) changes to the old stream.
  await later(() => requestsWith('TYPE=terminate').length).toBeGreaterThan(0);
  server.reads.length = 0;
  meanwhile();
  await enableNetwork(db);
}

test('an ordered listener hears what is added, changed and deleted, over one stream', async () => {
  server.put('gallery/b', work(2));
  server.put('gallery/a', work(1));
  server.put('gallery/undated', { title: 'Not in the order' });
  const { heard } = await following();
  expect(heard.ids).toEqual(['a', 'b']);

  server.put('gallery/between', work(1.5, 'Ünïcode 🎨 “frames”'));
  await later(() => heard.ids).toEqual(['a', 'between', 'b']);
  server.put('gallery/a', work(3, 'Moved to the end'));
  await later(() => heard.ids).toEqual(['between', 'b', 'a']);
  expect(heard.data).toMatchObject([
    { title: 'Ünïcode 🎨 “frames”' },
    { title: 'Work 2' },
    { title: 'Moved to the end' },
  ]);

  server.remove('gallery/between');
  await later(() => heard.ids).toEqual(['b', 'a']);
  server.put('gallery/b', { title: 'Lost its date' });
  await later(() => heard.ids).toEqual(['a']);
  // The one that left by a change is billed, the deleted one is not.
  expect(server.reads).toEqual([2, 1, 1, 1].map((count) => [count, 'gallery']));
  expect(requestsWith('/Listen/channel?', 'CVER=')).toHaveLength(1);
  expect(requestsWith('CI=1')).toEqual([]);
});

test('set, update, transforms, batch and delete reach the store and the listener', async () => {
  const db = connect();
  const note = doc(db, 'notes/n1');
  const { heard } = follow(query(collection(db, 'notes')));
  const nested = { deep: 1.5 };
  await setDoc(note, { text: 'é', at: serverTimestamp(), tags: ['a'], n: 1, nested });
  await updateDoc(note, { n: increment(2), tags: arrayUnion('a', 'b'), 'nested.more': null });
  expect(server.store.get('notes/n1')?.fields).toEqual({
    text: { stringValue: 'é' },
    at: { timestampValue: expect.stringMatching(/^20\d\d-/) },
    tags: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
    n: { integerValue: '3' },
    nested: { mapValue: { fields: { deep: { doubleValue: 1.5 }, more: { nullValue: null } } } },
  });
  await later(() => heard.data).toEqual([
    {
      text: 'é',
      at: expect.any(Timestamp),
      tags: ['a', 'b'],
      n: 3,
      nested: { deep: 1.5, more: null },
    },
  ]);

  const batch = writeBatch(db);
  batch.set(doc(db, 'notes/n2'), { text: 'two' });
  batch.update(note, { text: 'changed' });
  batch.delete(doc(db, 'notes/n3'));
  await batch.commit();
  expect(server.store.list('notes').map(({ path }) => path)).toEqual(['notes/n1', 'notes/n2']);
  await deleteDoc(note);
  await later(() => heard.ids).toEqual(['n2']);
  expect(requestsWith('/Write/channel?', 'CVER=')).toHaveLength(1);
});

test('getDoc and getDocs, by a condition and in an order', async () => {
  server.put('gallery/a', work(1));
  server.put('gallery/b', work(2));
  const db = connect();
  const gallery = collection(db, 'gallery');
  expect((await getDoc(doc(db, 'gallery/a'))).data()!['title']).toBe('Work 1');
  expect((await getDoc(doc(db, 'gallery/none'))).exists()).toBe(false);
  const idsOf = async (found: Query) => (await getDocs(found)).docs.map(({ id }) => id);
  expect(await idsOf(query(gallery, where('title', '==', 'Work 2')))).toEqual(['b']);
  expect(await idsOf(query(gallery, orderBy('created', 'desc'), limit(1)))).toEqual(['b']);
});

test('a denied write rejects and is rolled back, and later writes still work', async () => {
  const db = connect();
  const set = (path: string) => setDoc(doc(db, path), { a: 1 });
  await expect(set('secret/s')).rejects.toMatchObject({ code: 'permission-denied' });
  const batch = writeBatch(db);
  batch.set(doc(db, 'notes/half'), { a: 1 });
  batch.set(doc(db, 'secret/half'), { a: 1 });
  await expect(batch.commit()).rejects.toMatchObject({ code: 'permission-denied' });
  const missing = updateDoc(doc(db, 'notes/missing'), { a: 1 });
  await expect(missing).rejects.toMatchObject({ code: 'not-found' });
  await set('notes/fine');
  expect(server.store.snapshot().documents.map(({ path }) => path)).toEqual(['notes/fine']);
});

test('a listener that is denied, then or later, hears so; the others go on', async () => {
  const { db, heard } = await following();
  const denied = follow(collection(db, 'secret')).heard;
  const notes = follow(collection(db, 'notes')).heard;
  await later(() => denied.error).toBe('permission-denied');
  await later(() => notes.fromCache).toBe(false);
  closed.push('notes');
  server.put('notes/n', {});
  await later(() => notes.error).toBe('permission-denied');
  server.put('gallery/a', work(1));
  await later(() => heard.ids).toEqual(['a']);
  expect(heard.error).toBe('');
});

test('rules see the signed-in user on both streams', async () => {
  const db = connect({ uid: 'maria' });
  const errors: string[] = [];
  await setDoc(doc(db, 'mine/maria'), { a: 1 });
  let mine: unknown;
  onSnapshot(doc(db, 'mine/maria'), (one) => (mine = one.data()));
  onSnapshot(doc(db, 'mine/other'), { error: ({ code }) => void errors.push(code) });
  await later(() => [mine, errors]).toEqual([{ a: 1 }, ['permission-denied']]);
  const write = asked.find(({ method }) => method === 'create');
  expect(write?.auth).toMatchObject({ uid: 'maria', token: { sub: 'maria' } });
});

test('a window follows documents that enter and leave it, also while it is away', async () => {
  for (const day of [1, 2, 3]) server.put(`gallery/w${day}`, work(day));
  const db = connect();
  const gallery = collection(db, 'gallery');
  const newest = follow(query(gallery, orderBy('created', 'desc'), limit(2))).heard;
  const named = follow(query(gallery, where('title', '==', 'Work 2'))).heard;
  await later(() => newest.ids).toEqual(['w3', 'w2']);
  await later(() => named.ids).toEqual(['w2']);
  server.put('gallery/w4', work(4));
  await later(() => newest.ids).toEqual(['w4', 'w3']);
  server.remove('gallery/w4');
  await later(() => newest.ids).toEqual(['w3', 'w2']);
  server.put('gallery/w2', work(2, 'Renamed'));
  await later(() => named.ids).toEqual([]);
  await offline(db, () => server.remove('gallery/w3'));
  await later(() => newest.ids).toEqual(['w2', 'w1']);
});

test('after a cut a listener resumes: only what changed is sent, deletions too', async () => {
  for (const day of [1, 2, 3, 4]) server.put(`gallery/w${day}`, work(day));
  const { db, heard } = await following();
  expect(heard.ids).toEqual(['w1', 'w2', 'w3', 'w4']);
  await offline(db, () => {
    server.remove('gallery/w2');
    server.put('gallery/w3', work(3, 'Changed meanwhile'));
    server.put('gallery/w5', work(5));
  });
  await later(() => heard.ids).toEqual(['w1', 'w3', 'w4', 'w5']);
  await later(() => heard.fromCache).toBe(false);
  expect(server.reads).toEqual([[2, 'gallery']]);
});

test('broken connections are mended without losing or repeating anything', async () => {
  server.put('gallery/w1', work(1));
  const { heard } = await following();
  await server.listening.down();
  server.put('gallery/w2', work(2));
  server.remove('gallery/w1');
  await server.listening.up();
  await later(() => heard.ids).toEqual(['w2']);
});

test('another server that does not know the token starts the target afresh', async () => {
  server.put('gallery/old1', work(1));
  server.put('gallery/old2', work(2));
  const { db, heard } = await following();
  await offline(db, () => {
    server.restart();
    server.put('gallery/new1', work(1));
    server.put('gallery/new2', work(2));
  });
  await later(() => heard.ids).toEqual(['new1', 'new2']);
});

test('an existence filter removes what a restart has forgotten', async () => {
  server.put('gallery/w1', work(1));
  server.put('gallery/w2', work(2));
  const { db, heard } = await following();
  // A restored backup: same last commit, one document less, and no memory of its deletion.
  const backup = server.store.snapshot();
  const documents = backup.documents.filter(({ path }) => path !== 'gallery/w1');
  await offline(db, () => server.restart({ ...backup, documents }));
  await later(() => heard.ids).toEqual(['w2']);
});

test('long polling works: each frame ends its answer', async () => {
  server.put('gallery/w1', work(1));
  const { db, heard } = await following({ isPolling: true });
  server.put('gallery/w2', work(2));
  await later(() => heard.ids).toEqual(['w1', 'w2']);
  await setDoc(doc(db, 'gallery/w0'), { created: Timestamp.fromMillis(0) });
  await later(() => heard.ids).toEqual(['w0', 'w1', 'w2']);
  expect(requestsWith('CI=1')).not.toEqual([]);
});

test('a large result comes whole', async () => {
  for (let i = 0; i < 300; i += 1) {
    server.put(`gallery/w${i}`, { ...work(1 + i / 100), text: '🎨'.repeat(3000) });
  }
  const { db, heard, stop } = await following();
  expect(heard.ids).toHaveLength(300);
  stop();
  await terminate(db);
  await later(() => requestsWith('TYPE=terminate').length).toBe(1);
});
