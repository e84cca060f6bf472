/** The page of all works at its bound: what it weighs as HTML, and what a browser reads. */
// @module-tag full
import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import type { GalleryCard } from '../../src/domain/types';
import type { BackendConfig } from '../../src/firebase/config';
import { readAllWorks } from '../../src/gallery/data/allWorks';
import { renderAllWorks } from '../../src/start/prerender';
import { allCards, readBuildGallery } from '../../tools/build/buildGallery';
import { backend } from '../delivery/localBackend';
import { configOf } from '../support/httpServer';
import { storeWorks } from '../support/serverContent';

let config: BackendConfig;
vi.stubGlobal('__LOCAL__', true);

beforeAll(() => {
  config = configOf(backend.origins.firestore);
});

const NEWEST = Array.from({ length: 1000 }, (_, index) => `kitchen-${1001 - index}`);

test('of 1,001 works a browser reads the newest 1,000, by one query', async () => {
  storeWorks(backend, 1001);
  backend.reads.reset();
  backend.requests.clear();
  const read = await readAllWorks(config);
  if (!read.ok) throw new Error(read.reason);
  expect(read.value.works.map(({ id }) => id)).toEqual(NEWEST);
  expect(Object.keys(read.value.works[0]!)).toEqual(['id', 'title', 'cover']);
  expect(backend.reads.total).toBe(1000);
  expect(backend.requests.entries).toHaveLength(1);
});

test('of 1,001 works the build lists the same', async () => {
  storeWorks(backend, 1001);
  const gallery = await readBuildGallery(config);
  if (!gallery.ok) throw new Error(gallery.reason);
  expect(allCards(gallery.value).map(({ id }) => id)).toEqual(NEWEST);
});

test('1,000 works, of which no two are alike, are a page of less than 60 kB', async () => {
  const words = [
    'oak',
    'maple',
    'island',
    'vanity',
    'pantry',
    'sage',
    'white',
    'laundry',
    'street',
  ];
  const cards = NEWEST.map((number): GalleryCard => {
    const hash = createHash('sha256').update(number).digest();
    const title = [...hash.subarray(0, 4)].map((byte) => words[byte % words.length]).join(' ');
    const id = `${title.replaceAll(' ', '-')}-${hash.toString('hex', 4, 7)}`;
    const file = `gallery%2F${id}%2F${hash.toString('hex', 8, 16)}-thumb.webp`;
    const thumb = `https://firebasestorage.googleapis.com/v0/b/a-bucket.firebasestorage.app/o/${file}?alt=media`;
    return { id, title, cover: { url: '', thumb } };
  });
  const { body } = await renderAllWorks(cards);
  const bytes = brotliCompressSync(body).length;
  console.log(`1,000 works: HTML of ${body.length} bytes, ${bytes} with brotli`);
  expect(body.match(/<li /g)).toHaveLength(1000);
  expect(bytes).toBeLessThan(60_000);
});
