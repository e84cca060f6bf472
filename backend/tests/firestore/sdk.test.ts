// Tests the local Firestore with the listeners of the real SDK, in its browser build (WebChannel).
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  disableNetwork,
  enableNetwork,
  initializeFirestore,
  onSnapshot,
  orderBy,
  query,
  setLogLevel,
  where,
  type Firestore,
  type Query,
} from 'firebase/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idToken, start, type TestBackend } from '../server';

// These tests break connections, and the SDK would log each time.
setLogLevel('silent');

let server: TestBackend;
let apps: FirebaseApp[];

beforeEach(async () => {
  apps = [];
  server = await start();
});
afterEach(async () => {
  for (const app of apps) await deleteApp(app);
});

function newApp(): FirebaseApp {
  const app = initializeApp({ projectId: 'demo-cabinets', apiKey: 'any' }, `sdk-${Math.random()}`);
  apps.push(app);
  return app;
}

function connect({ uid, isPolling = false }: { uid?: string; isPolling?: boolean } = {}) {
  const db = initializeFirestore(newApp(), { experimentalForceLongPolling: isPolling });
  const options = uid ? { mockUserToken: idToken(uid) } : {};
  connectFirestoreEmulator(db, '127.0.0.1', server.ports.firestore, options);
  return db;
}

/** Starts a listener and records its last result. */
function follow(target: Query) {
  const heard = { ids: [] as string[], data: [] as unknown[], fromCache: true, error: '' };
  onSnapshot(
    target,
    ({ docs, metadata }) => {
      heard.ids = docs.map(({ id }) => id);
      heard.data = docs.map((document) => document.data());
      heard.fromCache = metadata.fromCache;
    },
    ({ code }) => (heard.error = code),
  );
  return heard;
}

const galleryOf = (db: Firestore) => query(collection(db, 'gallery'), orderBy('created', 'asc'));
const work = (day: number, title = `Work ${day}`) => ({
  title,
  created: new Date(Date.UTC(2026, 0, day)),
});
const later = <T>(value: () => T) => expect.poll(value);
const requestsWith = (...words: string[]) =>
  server.requests.filter(({ url }) => words.every((word) => url.includes(word)));

/** Starts a listener on the gallery and waits until it is up to date. */
async function following(options?: Parameters<typeof connect>[0]) {
  const db = connect(options);
  const heard = follow(galleryOf(db));
  await later(() => heard.fromCache).toBe(false);
  return { db, heard };
}

/** Disables the network, calls `meanwhile`, enables the network. The SDK then opens a new stream with resume tokens. */
async function offline(db: Firestore, meanwhile: () => void) {
  await disableNetwork(db);
  // Until the server knows that the old stream is closed, it sends and bills changes there.
  await later(() => requestsWith('TYPE=terminate').length).toBeGreaterThan(0);
  server.reads.reset();
  meanwhile();
  await enableNetwork(db);
}

test('a listener with an order gets added, changed and deleted documents through one stream', async () => {
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
  // The document that left the results by a change is billed, the deleted one is not.
  expect(server.reads.total).toBe(2 + 1 + 1 + 1);
  expect(requestsWith('/Listen/channel?', 'CVER=')).toHaveLength(1);
  expect(requestsWith('CI=1')).toEqual([]);
});

test('a listener that the rules deny, at its start or later, gets an error; other listeners keep working', async () => {
  const { db, heard } = await following();
  const denied = follow(collection(db, 'secret'));
  const notes = follow(collection(db, 'notes'));
  await later(() => denied.error).toBe('permission-denied');
  await later(() => notes.fromCache).toBe(false);
  server.put('closed/notes', {});
  server.put('notes/n', {});
  await later(() => notes.error).toBe('permission-denied');
  server.put('gallery/a', work(1));
  await later(() => heard.ids).toEqual(['a']);
  expect(heard.error).toBe('');
});

test('a listener with an unsupported query gets the error `unimplemented`', async () => {
  const heard = follow(query(collection(connect(), 'gallery'), where('title', '==', 'x')));
  await later(() => heard.error).toBe('unimplemented');
});

test('the rules get the user of a listener', async () => {
  const [own, foreign] = ['maria', 'sam'].map((uid) =>
    follow(collection(connect({ uid }), 'members')),
  );
  await later(() => own!.fromCache).toBe(false);
  await later(() => foreign!.error).toBe('permission-denied');
});

test('after a lost connection a listener resumes and gets only the changes, including deletions', async () => {
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
  expect(server.reads.total).toBe(2);
});

test('with long polling, each frame ends its answer and updates still arrive', async () => {
  server.put('gallery/w1', work(1));
  const { heard } = await following({ isPolling: true });
  server.put('gallery/w2', work(2));
  await later(() => heard.ids).toEqual(['w1', 'w2']);
  expect(requestsWith('CI=1')).not.toEqual([]);
});

/** Starts a listener to a single document and records what it says. */
function followDocument(db: Firestore, path: string) {
  const heard = { says: [] as unknown[], error: '' };
  onSnapshot(
    doc(db, path),
    (snapshot) => {
      if (!snapshot.metadata.fromCache) heard.says.push(snapshot.data() ?? null);
    },
    ({ code }) => (heard.error = code),
  );
  return heard;
}

test('a listener to a document that is not there yet hears it come, change and go, and nothing of its neighbours', async () => {
  const db = connect();
  const { says } = followDocument(db, 'gallery/a');
  await later(() => says).toEqual([null]);
  server.put('gallery/b', { title: 'A neighbour' });
  server.put('gallery/a', { title: 'Here' });
  await later(() => says).toEqual([null, { title: 'Here' }]);
  server.put('gallery/a', { title: 'Changed' });
  await later(() => says).toEqual([null, { title: 'Here' }, { title: 'Changed' }]);
  server.remove('gallery/a');
  await later(() => says).toEqual([null, { title: 'Here' }, { title: 'Changed' }, null]);
});

test('a listener to a document resumes with what has changed meanwhile', async () => {
  server.put('gallery/a', { title: 'Before' });
  const db = connect();
  const { says } = followDocument(db, 'gallery/a');
  await later(() => says).toEqual([{ title: 'Before' }]);
  await offline(db, () => {
    server.put('gallery/b', { title: 'A neighbour' });
    server.put('gallery/a', { title: 'Meanwhile' });
  });
  await later(() => says.at(-1)).toEqual({ title: 'Meanwhile' });
  expect(server.reads.total).toBe(1);
});

test('a listener to a document is allowed by the rule for reading it, at its start and after each change', async () => {
  const denied = followDocument(connect(), 'members/maria');
  await later(() => denied.error).toBe('permission-denied');
  const own = followDocument(connect({ uid: 'maria' }), 'members/maria');
  await later(() => own.says).toEqual([null]);
  const note = followDocument(connect(), 'notes/n');
  await later(() => note.says).toEqual([null]);
  server.put('closed/notes', {});
  server.put('notes/n', {});
  await later(() => note.error).toBe('permission-denied');
});
