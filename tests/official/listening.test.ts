/**
 * The live gallery by the real SDK, on the embedded Firestore and on Google's: around a deletion the latter
 * sends a snapshot from the cache, and a batch as two snapshots.
 * @module-tag official
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteApp } from 'firebase/app';
import {
  collection,
  disableNetwork,
  enableNetwork,
  getFirestore,
  onSnapshot,
  type QuerySnapshot,
} from 'firebase/firestore';
import type { Backend } from '../../backend/backend';
import { fromFields, toFields } from '../../backend/protoJson';
import { firebaseApp } from '../../src/firebase/app';
import { readConfig } from '../../src/firebase/config';
import { followPage } from '../../src/gallery/data/worker/followPage';
import type { GalleryPage } from '../../src/gallery/port';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { work } from '../rules/sampleDocuments';
import { officialFirestore } from './workerEmulator';

let backend: Backend;
let stop = () => {};
vi.stubGlobal('__LOCAL__', true);

beforeAll(async () => {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  const options = { host: '127.0.0.1', ports, quiet: true };
  backend = await startSiteBackend({ ...options, officialFirestore: officialFirestore() });
});
afterEach(() => stop());
afterAll(() => backend.stop());

const added = (id: string, day: number) => ({
  path: `gallery/${id}`,
  fields: toFields({ ...work, id, created: new Date(Date.UTC(2030, 0, day)) }),
});
const removed = (id: string) => ({ path: `gallery/${id}`, fields: null });

/** Follows a part of this test's gallery, all of it by default; the ids of every part that was heard. */
function follow(range: Pick<GalleryPage, 'after' | 'next'> = {}) {
  const config = { ...readConfig({}, '127.0.0.1'), firestoreOrigin: backend.origins.firestore };
  const heard: string[][] = [];
  const onError = vi.fn();
  stop = followPage(config, range, (works) => heard.push(works.map(({ id }) => id)), onError);
  const shows = (ids: string[]) => expect.poll(() => heard.at(-1)).toEqual(ids);
  return { heard, onError, shows, app: firebaseApp(config) };
}

test('a listener sees every change, and no document flickers', async () => {
  const { heard, onError, shows } = follow();
  const sample = worksInOrder();
  await shows(sample);
  const [oldest, ...others] = sample as [string, ...string[]];
  backend.firestore.commit([added('a', 1), added('b', 2)]);
  await shows([...sample, 'a', 'b']);
  backend.firestore.commit([removed('a')]);
  await shows([...sample, 'b']);
  backend.firestore.commit([added('c', 3), removed('b'), added('d', 4), removed(oldest)]);
  await shows([...others, 'c', 'd']);
  backend.firestore.commit([removed('c')]);
  backend.firestore.commit([removed('d')]);
  await shows(others);

  expect(onError).not.toHaveBeenCalled();
  for (const id of new Set(heard.flat())) {
    const shown = heard.map((ids) => (ids.includes(id) ? '1' : '0')).join('');
    expect([id, shown]).toEqual([id, expect.stringMatching(/^0*1+0*$/)]);
  }
});

test('the listener of a page hears of its works only, to the microsecond, and costs no more than they', async () => {
  const at = (id: string, timestampValue: string) => ({
    path: `gallery/${id}`,
    fields: { ...toFields(work), created: { timestampValue } },
  });
  const times = ['01.000001', '01.000002', '01.000002', '01.000003'].map(
    (seconds) => `2031-01-01T00:00:${seconds}Z`,
  );
  const ids = ['p', 'q', 'r', 's'];
  backend.firestore.commit(ids.map((id, index) => at(id, times[index]!)));
  const place = (index: number) => ({
    created: { timestampValue: times[index]! },
    id: ids[index]!,
  });
  backend.reads.reset();
  const { heard, shows } = follow({ after: place(0), next: place(2) });
  await shows(['q', 'r']);
  if (officialFirestore() === undefined) expect(backend.reads.total).toBe(2);
  backend.firestore.commit([at('r', '2031-01-01T00:00:01.000004Z')]);
  await shows(['q']);
  backend.firestore.commit([removed('q'), at('between', times[1]!)]);
  await shows(['between']);
  expect(heard.flat()).not.toContain('s');
  backend.firestore.commit([...ids, 'between'].map(removed));
});

test('nobody hears of the reviews of a removed work, who hears of those of one that is there', async () => {
  const { app } = follow();
  const [id] = worksInOrder();
  const hears = async (work: string) => {
    let end = () => {};
    const heard = new Promise<string>((resolve) => {
      end = onSnapshot(
        collection(getFirestore(app), `gallery/${work}/reviews`),
        ({ metadata }) => metadata.fromCache || resolve('heard'),
        ({ code }) => resolve(code),
      );
    });
    return heard.finally(() => end());
  };
  expect(await hears(id!)).toBe('heard');
  const { fields } = backend.firestore.get(`gallery/${id}`)!;
  backend.firestore.commit([removed(id!)]);
  expect(await hears(id!)).toBe('permission-denied');
  backend.firestore.commit([{ path: `gallery/${id}`, fields }]);
});

test('a listener without a connection says nothing, and then everything', async () => {
  const { app } = follow();
  stop();
  const db = getFirestore(app);
  await disableNetwork(db);
  const { heard, shows } = follow();
  // The SDK answers from its memory, in the order in which it was asked.
  const hears = await new Promise<QuerySnapshot>((resolve) =>
    onSnapshot(collection(db, 'gallery'), resolve),
  );
  expect([hears.metadata.fromCache, heard]).toEqual([true, []]);
  await enableNetwork(db);
  await shows(worksInOrder());
  await deleteApp(app);
});

/** The stored works, oldest first. */
function worksInOrder(): string[] {
  const works = backend.firestore.list('gallery').map(({ path, fields }) => {
    const { created } = fromFields(fields);
    return { id: path.slice('gallery/'.length), created: String(created) };
  });
  return works.toSorted((a, b) => (a.created < b.created ? -1 : 1)).map(({ id }) => id);
}
