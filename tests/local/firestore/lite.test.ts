// The real `firebase/firestore/lite` SDK (REST) from Node, under the project's own rules.
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  getFirestore,
  increment,
  limit,
  orderBy,
  query,
  runTransaction,
  setLogLevel,
  serverTimestamp,
  setDoc,
  startAfter,
  Timestamp,
  updateDoc,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore/lite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PROJECT, startFirestore, type FirestoreServer } from './server';

// Refusals are what some of these tests are about.
setLogLevel('silent');

let server: FirestoreServer;
let apps: FirebaseApp[];

beforeEach(async () => {
  server = await startFirestore();
  apps = [];
});
afterEach(async () => {
  await Promise.all(apps.map((app) => deleteApp(app)));
  await server.close();
});

/** A client of its own; `owner` is above the rules. */
function connect(user?: 'owner' | { sub: string }): Firestore {
  const app = initializeApp({ projectId: PROJECT, apiKey: 'any' }, `app${Math.random()}`);
  apps.push(app);
  const db = getFirestore(app);
  // Without `iat` the SDK makes a token of 1970, which has expired.
  const mockUserToken =
    typeof user === 'object'
      ? {
          ...user,
          iat: Math.floor(Date.now() / 1000),
          firebase: { sign_in_provider: 'google.com' as const, identities: {} },
        }
      : user;
  const { hostname, port } = new URL(server.origin);
  connectFirestoreEmulator(db, hostname, Number(port), mockUserToken ? { mockUserToken } : {});
  return db;
}

const denied = expect.objectContaining({ code: 'permission-denied' });

it('reads one document and many, in order', async () => {
  const db = connect();
  for (const day of [3, 1, 2]) {
    server.put(`gallery/w${day}`, { title: `Ünïcode ${day}`, created: new Date(day * 86_400_000) });
  }
  const one = await getDoc(doc(db, 'gallery/w1'));
  expect(one.data()).toEqual({ title: 'Ünïcode 1', created: new Timestamp(86_400, 0) });
  expect((await getDoc(doc(db, 'gallery/none'))).exists()).toBe(false);
  const gallery = collection(db, 'gallery');
  const idsOf = async (
    ...constraints: Parameters<typeof query> extends [unknown, ...infer R] ? R : never
  ) => (await getDocs(query(gallery, ...constraints))).docs.map(({ id }) => id);
  expect(await idsOf(orderBy('created', 'desc'))).toEqual(['w3', 'w2', 'w1']);
  expect(await idsOf(orderBy('created'), startAfter(one), limit(1))).toEqual(['w2']);
  expect(await idsOf(where('title', '>=', 'Ünïcode 2'))).toEqual(['w2', 'w3']);
});

it('posts a review with its marker in a batch, and no other way', async () => {
  server.put('gallery/w', { title: 'Work', created: new Date(0) });
  const db = connect({ sub: 'maria' });
  const review = { id: 'abcdefghij', user: 'maria', text: 'Good', created: serverTimestamp() };
  const post = (stars: number) => {
    const batch = writeBatch(db);
    batch.set(doc(db, 'gallery/w/reviews/abcdefghij'), { ...review, stars });
    batch.set(doc(db, 'gallery/w/reviewers/maria'), { review: 'abcdefghij' });
    return batch.commit();
  };
  await expect(post(6)).rejects.toEqual(denied);
  await post(5);
  await expect(getDocs(collection(db, 'requests'))).rejects.toEqual(denied);
});

it('lets the owner do everything', async () => {
  const db = connect('owner');
  const version = doc(db, 'version/current');
  await setDoc(version, { version: 0.62, builds: 1 });
  await updateDoc(version, { builds: increment(1) });
  expect((await getDoc(version)).data()).toEqual({ version: 0.62, builds: 2 });
  await setDoc(version, { version: 0.63 }, { merge: true });
  expect((await getDoc(version)).data()).toEqual({ version: 0.63, builds: 2 });
  await runTransaction(db, async (transaction) => {
    const builds = (await transaction.get(version)).get('builds') as number;
    transaction.update(version, { builds: builds * 10 });
  });
  expect((await getDoc(version)).get('builds')).toBe(20);
  await expect(updateDoc(doc(db, 'version/none'), { a: 1 })).rejects.toEqual(
    expect.objectContaining({ code: 'not-found' }),
  );
  await deleteDoc(version);
  expect((await getDoc(version)).exists()).toBe(false);
});
