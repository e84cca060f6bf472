// What waits for the next build: what the build has noted, compared with what the owner's page has read.
import { expect, test } from 'vitest';
import type { Built } from '../../src/contract/built';
import { createBuiltSite } from '../../src/owner/data/builtSite';
import { createOwnerDocuments } from '../../src/owner/data/documents';
import { whatWaits } from '../../src/owner/NextBuild';
import { readQuotes } from '../../src/firebase/rest/quotes';
import { builtOf, readBuildGallery } from '../../tools/build/buildGallery';
import { backend } from '../delivery/localBackend';
import { work as sampleWork } from '../rules/sampleDocuments';
import { configOf } from '../support/httpServer';
import { get, put, signedIn } from './ownerBackend';

const config = () => configOf(backend.origins.firestore);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const putWork = (id: string, title = id) =>
  put({ [`gallery/${id}`]: { ...sampleWork, id, title, created: day(1) } });
const putReview = (work: string, id: string) =>
  put({
    [`gallery/${work}/reviews/${id}`]: { id, text: 'Fine', stars: 5, user: 'm', created: day(2) },
  });
const choose = (...names: string[]) =>
  put({
    'configurations/configurations': {
      quotes: names.map((name) => `gallery/${name.replace('/', '/reviews/')}`),
    },
  });
const remove = (path: string) => backend.firestore.commit([{ path, fields: null }]);

/** What a build would note now. */
async function build(): Promise<Built> {
  const [gallery, quotes] = await Promise.all([readBuildGallery(config()), readQuotes(config())]);
  if (!gallery.ok || !quotes.ok) throw new Error('The build could not read it.');
  return { at: '2026-11-28T14:05:00Z', ...builtOf(gallery.value, quotes.value) };
}

/** What the page says then. */
async function waiting(built: Built): Promise<string[] | undefined> {
  const documents = createOwnerDocuments(config(), signedIn().firestore, () => new Date());
  const [{ items, next }, quotes] = await Promise.all([
    documents.works.list(),
    documents.quotes.list(),
  ]);
  return whatWaits(built, { items, hasMore: next !== undefined }, quotes);
}

test('nothing after a build; then each change by its kind, until the next build', async () => {
  for (const work of ['elm', 'oak', 'fir']) putWork(work);
  for (const review of ['r1', 'r2', 'r3']) putReview('elm', review);
  choose('elm/r1', 'elm/gone');
  const built = await build();
  expect(await waiting(built)).toEqual([]);
  putWork('oak', 'Another title');
  expect(await waiting(built)).toEqual(['1 changed work']);
  choose('elm/r2', 'elm/r3', 'elm/gone');
  remove('gallery/fir');
  expect(await waiting(built)).toEqual([
    '2 new quotes',
    '1 removed quote',
    '1 changed work',
    '1 removed work',
  ]);
  putWork('ash');
  putWork('bay');
  expect(await waiting(built)).toEqual([
    '2 new quotes',
    '1 removed quote',
    '2 new or restored works',
    '1 changed work',
  ]);
  expect(await waiting(await build())).toEqual([]);
});

test('a work that was removed and restored is no removed one', async () => {
  putWork('elm');
  const built = await build();
  const fields = get('gallery/elm');
  remove('gallery/elm');
  expect(await waiting(built)).toEqual(['1 removed work']);
  put({ 'gallery/elm': { ...fields, created: day(1) } as never });
  expect(await waiting(built)).toEqual(['1 new or restored work']);
});

test('of a list that is not read to its end, no work counts as removed', () => {
  const built = { at: '', works: { count: 100, lastWritten: '2026' }, quotes: [] };
  expect(whatWaits(built, { items: [], hasMore: true }, [])).toEqual([]);
  expect(whatWaits(built, { items: [], hasMore: false }, [])).toEqual(['100 removed works']);
});

test('nothing is said before works and quotes were read, and where the build has read none', () => {
  const built = { at: '', works: { count: 0, lastWritten: '' }, quotes: [] };
  const whole = { items: [], hasMore: false };
  expect(whatWaits(built, { items: undefined, hasMore: false }, [])).toBeUndefined();
  expect(whatWaits(built, whole, undefined)).toBeUndefined();
  expect(whatWaits({ at: '' }, whole, [])).toBeUndefined();
});

test('the page that is served now says it; one in development says nothing', async () => {
  const built: Built = { at: '2026-11-28T14:05:00Z', quotes: ['gallery/"<é>/reviews/r'] };
  const content = encodeURIComponent(JSON.stringify(built));
  const pages = [
    `<head><meta name="built" content="${content}"></head>`,
    '<head></head>',
    '<head></head>',
    'left',
  ];
  const clock = { now: 0 };
  const site = createBuiltSite(
    async () => new Response(pages.shift(), { headers: { Age: '1' } }),
    () => clock.now,
  );
  expect((await site.headers()).get('Age')).toBe('1');
  clock.now = 9_999;
  expect([await site.built(), await site.built()]).toEqual([built, built]);
  clock.now = 10_000;
  expect(await site.built()).toBeUndefined();
  // The time is always asked for.
  expect((await site.headers()).get('Age')).toBe('1');
  expect(pages).toEqual(['left']);
});

test('a page that did not come is asked for again at the next look', async () => {
  const answers = [Promise.reject(new TypeError('offline')), Promise.resolve(new Response())];
  const site = createBuiltSite(() => answers.shift()!);
  await expect(site.headers()).rejects.toThrow('offline');
  expect(await site.built()).toBeUndefined();
});
