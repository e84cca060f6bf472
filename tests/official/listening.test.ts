/**
 * The live gallery by the real SDK, on the embedded Firestore and on Google's: around a deletion the latter
 * sends a snapshot from the cache, and a batch as two snapshots.
 * @module-tag official
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteApp } from 'firebase/app';
import type { Backend } from '../../backend/backend';
import { fromFields, toFields } from '../../backend/protoJson';
import { firebaseApp } from '../../src/firebase/app';
import { readConfig } from '../../src/firebase/config';
import { followGallery } from '../../src/firebase/liveGallery';
import { startSiteBackend } from '../../tools/start/backend';
import { work } from '../rules/samples';
import { officialFirestore } from './worker';

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

test('the live gallery follows every batch, and what it has shown neither leaves for a moment nor returns', async () => {
  const config = { ...readConfig({}, '127.0.0.1'), firestoreOrigin: backend.origins.firestore };
  const heard: string[][] = [];
  const onError = vi.fn();
  stop = followGallery(config, [], (works) => heard.push(works.map(({ id }) => id)), onError);
  afterAll(() => deleteApp(firebaseApp(config)));
  const shows = (ids: string[]) =>
    expect.poll(() => heard.at(-1), { timeout: 20_000 }).toEqual(ids);

  const sample = sampleWorks();
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

/** The sample works, oldest first. */
function sampleWorks(): string[] {
  const works = backend.firestore.list('gallery').map(({ path, fields }) => {
    const { created } = fromFields(fields);
    return { id: path.slice('gallery/'.length), created: String(created) };
  });
  return works.toSorted((a, b) => (a.created < b.created ? -1 : 1)).map(({ id }) => id);
}
