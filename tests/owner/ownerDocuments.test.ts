/**
 * What the owner's page reads and writes in Firestore, under the project's rules. On Google's emulator the same.
 * @module-tag official
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Double, type Plain } from '../../backend/protoJson';
import { parseWork } from '../../src/firebase/rest/parseDocuments';
import { createOwnerDocuments, type OwnerDocuments } from '../../src/owner/data/documents';
import { digestName } from '../../functions/src/core/marks';
import type { Page, WriteOutcome } from '../../src/owner/ports';
import { PROJECT_ID } from '../../tools/start/siteBackend';
import { backend } from '../delivery/localBackend';
import { officialFirestore } from '../official/workerEmulator';
import { work as sampleWork } from '../rules/sampleDocuments';
import { configOf } from '../support/httpServer';
import { drop, get, put, signedIn } from './ownerBackend';

const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);
const day = (number: number) => new Date(START + number * DAY);
const CONFIGURATION = 'configurations/configurations';

const putWork = (id: string, created: Date, title = `Kitchen ${id}`) =>
  put({ [`gallery/${id}`]: { ...sampleWork, id, title, created } });
const review = (id: string, created: Date) => ({
  id,
  text: `Text of ${id}`,
  stars: 5,
  user: 'maria',
  created,
});
/** Of equal length, so that they compare as texts. */
const SERVER_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{9}Z$/;
const reviewId = (number: number) => `review${String(number).padStart(4, '0')}`;

const documentsOf = ({ firestore }: ReturnType<typeof signedIn>, now = () => new Date()) =>
  createOwnerDocuments(configOf(backend.origins.firestore), firestore, now);

let documents: OwnerDocuments;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  documents = documentsOf(signedIn());
});

/** Writes so many documents: `entry` gives each its path and fields. */
const putMany = (count: number, entry: (index: number) => [string, Record<string, Plain>]) =>
  put(Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index))));

/** All pages of a list. */
async function pagesOf<Item, Cursor>(
  read: (after?: Cursor) => Promise<Page<Item, Cursor>>,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  let page = await read();
  pages.push(page.items);
  while (page.next !== undefined) {
    page = await read(page.next);
    pages.push(page.items);
  }
  return pages;
}

describe('the works', () => {
  test.each<[count: number, sizes: number[]]>([
    [0, [0]],
    [1, [1]],
    [40, [40]],
    [41, [40, 1]],
    [85, [40, 40, 5]],
  ])('of a gallery of %i come in pages, newest first, each once', async (count, sizes) => {
    const numbers = Array.from({ length: count }, (_, number) => number);
    // Three of each day, whose order is that of their ids.
    for (const number of numbers.toReversed()) {
      putWork(`w${String(number).padStart(3, '0')}`, day(Math.floor(number / 3)));
    }
    const pages = await pagesOf(documents.works.list);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat().map(({ id, place }) => ({ id, place }))).toEqual(
      numbers.toReversed().map((number) => ({
        id: `w${String(number).padStart(3, '0')}`,
        place: { number: number + 1, of: count },
      })),
    );
  });

  test('are searched in longer pages, with as much of each as a row shows, in the same order', async () => {
    const count = 1_001;
    const thumb = 'https://example.com/thumb.webp';
    const cover = { url: 'https://example.com/full.webp', thumb, width: 4, height: 3 };
    putMany(count, (number) => [
      `gallery/w${number}`,
      { ...sampleWork, id: `w${number}`, title: `Kitchen ${number}`, created: day(number), cover },
    ]);
    // Somebody has made it in the console without a day, so the gallery does not have it.
    put({ 'gallery/dayless': { title: 'Nowhere' } });
    const pages = await pagesOf(documents.works.titles);
    expect(pages.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(pages.flat().map(({ title, place }) => [title, place])).toEqual(
      Array.from({ length: count }, (_, index) => [
        `Kitchen ${count - 1 - index}`,
        { number: count - index, of: count },
      ]),
    );
    expect(pages[2]![0]).toEqual({
      id: 'w0',
      title: 'Kitchen 0',
      created: '2026-01-01T00:00:00Z',
      cover: { url: '', thumb },
      place: { number: 1, of: count },
      made: expect.stringMatching(SERVER_TIME),
      written: expect.stringMatching(SERVER_TIME),
    });
  });

  test('say nothing of places where they cannot be counted', async () => {
    for (let number = 0; number <= 40; number += 1) putWork(`w${number}`, day(number));
    const fault = backend.faults.add({
      service: 'firestore',
      url: /:runAggregationQuery/,
      do: { kind: 'status', status: 503 },
    });
    const { items, next } = await documents.works.list();
    expect(items.map(({ place }) => place)).toEqual(Array(40).fill(undefined));
    fault.remove();
    // All were seen by then.
    const last = await documents.works.list(next);
    expect(last.items[0]).toMatchObject({ id: 'w0', place: { number: 1, of: 41 } });
  });

  test('are read as the gallery reads them, whatever somebody has typed in the console', async () => {
    put({
      'gallery/damaged': { created: day(1), title: 7, cover: 'x', before: 'x', after: [null] },
    });
    putWork('whole', day(2), 'Elm Street');
    const { items } = await documents.works.list();
    expect(items).toEqual([
      expect.objectContaining({
        id: 'whole',
        title: 'Elm Street',
        created: '2026-01-03T00:00:00Z',
      }),
      {
        id: 'damaged',
        title: 'Untitled work',
        created: '2026-01-02T00:00:00Z',
        cover: { url: '', thumb: '' },
        place: { number: 1, of: 2 },
        made: expect.stringMatching(SERVER_TIME),
        written: expect.stringMatching(SERVER_TIME),
      },
    ]);
  });

  test('have neighbours by the moment, and a work is not its own', async () => {
    const at = (number: number, own?: string) =>
      documents.works.neighbours(day(number).toISOString(), own);
    expect(await at(0)).toEqual({});
    putWork('a', day(1), 'A');
    putWork('b', day(3), 'B');
    putWork('c', day(5), 'C');
    expect(await at(0)).toEqual({ after: 'A' });
    expect(await at(2)).toEqual({ before: 'A', after: 'B' });
    expect(await at(6)).toEqual({ before: 'C' });
    // B where it is, a bit later, and behind C.
    expect(await at(3, 'b')).toEqual({ before: 'A', after: 'C' });
    expect(await at(4, 'b')).toEqual({ before: 'A', after: 'C' });
    expect(await at(2, 'b')).toEqual({ before: 'A', after: 'C' });
    expect(await at(6, 'b')).toEqual({ before: 'C' });
  });

  test('are there whole, by their ids, as long as they are there', async () => {
    putWork('elm', day(0));
    expect(await documents.works.read('elm')).toEqual({
      ...parseWork('elm', get('gallery/elm')!),
      created: day(0).toISOString(),
    });
    expect(await documents.works.read('gone')).toBeUndefined();
  });
});

describe('the reviews', () => {
  test('of all works come newest first, in pages, each once', async () => {
    const expected = Array.from({ length: 80 }, (_, number) => ({
      work: `w${number % 4}`,
      id: reviewId(number),
      created: day(number),
    }));
    putMany(expected.length, (number) => {
      const { work, id, created } = expected[number]!;
      return [`gallery/${work}/reviews/${id}`, review(id, created)];
    });
    const pages = await pagesOf(documents.reviews.list);
    // The last page is full, and says that it is the last.
    expect(pages.map(({ length }) => length)).toEqual([40, 40]);
    expect(pages.flat()).toEqual(
      expected.toReversed().map(({ work, id, created }) => ({
        work,
        review: { ...review(id, created), created: created.toISOString() },
        title: null,
      })),
    );
  });

  test('have the titles of their works, as long as these are there and can be read', async () => {
    putWork('a', day(1), 'Elm Street');
    putWork('b', day(2), 'Oak Lane');
    for (const [number, work] of ['a', 'gone', 'b', 'a'].entries())
      put({
        [`gallery/${work}/reviews/${reviewId(number)}`]: review(reviewId(number), day(number)),
      });
    const titles = async () => (await documents.reviews.list()).items.map(({ title }) => title);
    backend.faults.add({ url: /documents:batchGet/, do: { kind: 'reset' } });
    expect(await titles()).toEqual([undefined, undefined, undefined, undefined]);
    backend.faults.clear();
    expect(await titles()).toEqual(['Elm Street', 'Oak Lane', null, 'Elm Street']);
  });

  test('without stars are left out, and those behind them are not', async () => {
    const count = 45;
    const { stars: _, ...without } = review('x', day(0));
    for (let number = 0; number < count; number += 1) {
      const id = reviewId(number);
      const created = day(number);
      const isDamaged = number >= 3;
      const stored = isDamaged ? { ...without, created } : review(id, created);
      put({ [`gallery/w/reviews/${id}`]: stored });
    }
    const pages = await pagesOf(documents.reviews.list);
    expect(pages.map((page) => page.map((item) => item.review.id))).toEqual([
      [],
      [reviewId(2), reviewId(1), reviewId(0)],
    ]);
  });
});

const [A, B, C] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'].map((id) => ({
  work: 'elm',
  review: id,
})) as [QuoteOf, QuoteOf, QuoteOf];
type QuoteOf = { work: string; review: string };
const pathOf = ({ work, review }: QuoteOf) => `gallery/${work}/reviews/${review}`;

const chosen = async () => (await documents.quotes.list()).map(({ name }) => name);

describe('the quotes', () => {
  beforeEach(() => {
    putWork('elm', day(0));
    for (const [number, name] of [A, B, C].entries()) {
      put({ [pathOf(name)]: review(name.review, day(number)) });
    }
    const { quotes: _, ...others } = get(CONFIGURATION)!;
    put({ [CONFIGURATION]: others as never });
  });

  test('are chosen, changed and given up, and nothing else in the document changes', async () => {
    const { quotes: _, ...others } = get(CONFIGURATION)!;
    expect(await documents.quotes.list()).toEqual([]);
    expect(await documents.quotes.choose(A)).toBe('stored');
    expect(await documents.quotes.choose(B)).toBe('stored');
    expect(await chosen()).toEqual([A, B]);
    expect(get(CONFIGURATION)).toEqual({ ...others, quotes: [A, B].map(pathOf) });
    expect(await documents.quotes.choose(C)).toBe('conflict');
    expect(await documents.quotes.unchoose(pathOf(A))).toBe('stored');
    expect(await documents.quotes.unchoose(pathOf(B))).toBe('stored');
    expect(get(CONFIGURATION)).toEqual({ ...others, quotes: [] });
  });

  test('of two owners at once are both there, and a third one is refused', async () => {
    const answers = await Promise.all([A, B, C].map((name) => documents.quotes.choose(name)));
    expect(answers.toSorted()).toEqual(['conflict', 'stored', 'stored']);
    const stored = [A, B, C].filter((_, number) => answers[number] === 'stored');
    expect((await chosen()).map((name) => pathOf(name!)).toSorted()).toEqual(stored.map(pathOf));
  });

  test('are with their reviews, and without where they are dead; each of those can be taken away', async () => {
    const dead = ['gallery/elm/reviews/gone000000', 'gallery/../reviews/x'];
    put({ [CONFIGURATION]: { quotes: [...dead, pathOf(A)] } });
    expect(await documents.quotes.list()).toEqual([
      { entry: dead[0], name: { work: 'elm', review: 'gone000000' }, title: 'Kitchen elm' },
      { entry: dead[1], title: null },
      {
        entry: pathOf(A),
        name: A,
        title: 'Kitchen elm',
        review: expect.objectContaining({ id: A.review }) as unknown,
      },
    ]);
    expect(await documents.quotes.choose(B)).toBe('conflict');
    for (const entry of dead) expect(await documents.quotes.unchoose(entry)).toBe('stored');
    expect(await documents.quotes.choose(B)).toBe('stored');
    expect(await chosen()).toEqual([A, B]);
  });

  test('that nobody has configured yet are no reason to keep a review', async () => {
    const configuration = get(CONFIGURATION)!;
    drop(CONFIGURATION);
    expect(await documents.reviews.takeDown(A)).toBe('stored');
    expect(get(pathOf(A))).toBeUndefined();
    put({ [CONFIGURATION]: configuration as never });
  });
});

const WEEK = 7 * DAY;

describe('what is removed', () => {
  /** Fields of every kind, as the console writes them. */
  const elm = {
    ...sampleWork,
    id: 'elm',
    title: 'Kitchen elm',
    created: day(0),
    nested: { list: [1, 2.5, null, true, { at: day(3) }], empty: {}, none: [] },
  };
  const MARKER = 'gallery/elm/reviewers/109';
  const asStored = (path: string) => backend.firestore.get(path)?.fields;
  /** What anybody is answered. */
  const statusOf = async (path: string) => {
    const root = `${backend.origins.firestore}/v1/projects/${PROJECT_ID}/databases/(default)/documents`;
    return (await fetch(`${root}/${path}`)).status;
  };
  beforeEach(() => {
    put({
      'gallery/elm': elm,
      [pathOf(A)]: review(A.review, day(0)),
      [pathOf(B)]: review(B.review, day(1)),
      [MARKER]: { review: A.review },
      'gallery/oak': { ...sampleWork, id: 'oak' },
    });
  });

  test('of a work: its page and its reviews are gone for everybody, and come back as they were', async () => {
    const others = { [pathOf({ work: 'oak', review: A.review })]: review(A.review, day(2)) };
    // Among them one of a work whose id begins like this one's.
    const left = [7, ...Object.keys(others), pathOf({ work: 'elm-2', review: A.review })];
    put({ ...others, [CONFIGURATION]: { quotes: [pathOf(A), ...left] } });
    const before = asStored('gallery/elm');
    const ofReview = asStored(pathOf(A));
    expect(await documents.reviews.count('elm')).toBe(2);
    expect(await documents.works.remove('elm')).toBe('stored');

    expect(asStored('removed/elm')!['work']).toEqual({ mapValue: { fields: before } });
    expect(get(CONFIGURATION)!['quotes']).toEqual(left);
    expect(await statusOf('gallery/elm')).toBe(404);
    for (const path of ['removed/elm', 'removed', 'gallery/elm/reviews', pathOf(A)])
      expect([path, await statusOf(path)]).toEqual([path, 403]);
    expect(await statusOf('gallery/oak/reviews')).toBe(200);
    // The owner sees what can be put back, and the reviews of all works.
    const { items } = await documents.works.removed();
    const at = Date.parse(String(get('removed/elm')!['at']));
    expect(items).toEqual([
      expect.objectContaining({
        id: 'elm',
        title: 'Kitchen elm',
        created: day(0).toISOString(),
        until: new Date(at + WEEK).toISOString(),
      }),
    ]);
    expect((await documents.reviews.list()).items).toHaveLength(3);

    expect(await documents.works.restore('elm')).toBe('stored');
    expect(asStored('gallery/elm')).toEqual(before);
    expect(asStored(pathOf(A))).toEqual(ofReview);
    expect(asStored('removed/elm')).toBeUndefined();
    expect(get(CONFIGURATION)!['quotes']).toEqual(left);
    expect(await documents.works.removed()).toEqual({ items: [] });
  });

  test('of a review: nobody finds it or quotes it, its writer’s marker stays, and it comes back as it was', async () => {
    put({ [CONFIGURATION]: { quotes: [A, B].map(pathOf) } });
    const before = asStored(pathOf(A));
    expect(await documents.reviews.takeDown(A)).toBe('stored');
    expect(await statusOf(pathOf(A))).toBe(404);
    for (const path of [`gallery/elm/takenDown/${A.review}`, 'gallery/elm/takenDown'])
      expect([path, await statusOf(path)]).toEqual([path, 403]);
    expect(get(MARKER)).toEqual({ review: A.review });
    expect(get(CONFIGURATION)!['quotes']).toEqual([pathOf(B)]);
    const at = Date.parse(String(get(`gallery/elm/takenDown/${A.review}`)!['at']));
    const item = { work: 'elm', title: 'Kitchen elm', review: review(A.review, day(0)) };
    expect(await documents.reviews.takenDown()).toEqual({
      items: [
        {
          ...item,
          review: { ...item.review, created: day(0).toISOString() },
          until: new Date(at + WEEK).toISOString(),
        },
      ],
    });

    // Its work is removed, and put back.
    await documents.works.remove('elm');
    expect(await documents.reviews.restore(A)).toBe('conflict');
    await documents.works.restore('elm');
    expect(await documents.reviews.restore(A)).toBe('stored');
    expect(asStored(pathOf(A))).toEqual(before);
    expect(await documents.reviews.takenDown()).toEqual({ items: [] });
  });

  test('with whole numbers that an import has stored as floats goes, and comes back', async () => {
    const cover = { ...(sampleWork['cover'] as Record<string, Plain>), width: new Double(1600) };
    put({
      'gallery/elm': { ...elm, cover, nested: { list: [new Double(5)] } },
      [pathOf(A)]: { ...review(A.review, day(0)), stars: new Double(5) },
    });
    expect(await documents.reviews.takeDown(A)).toBe('stored');
    expect(await documents.reviews.restore(A)).toBe('stored');
    expect(get(pathOf(A))).toMatchObject({ stars: 5 });
    expect(await documents.works.remove('elm')).toBe('stored');
    expect(await documents.works.restore('elm')).toBe('stored');
    expect(get('gallery/elm')).toMatchObject({ cover: { width: 1600 }, nested: { list: [5] } });
  });

  test('and is gone for good is a conflict', async () => {
    expect(await documents.works.remove('gone')).toBe('conflict');
    expect(await documents.works.restore('gone')).toBe('conflict');
    expect(await documents.reviews.takeDown({ work: 'elm', review: 'gone000000' })).toBe(
      'conflict',
    );
    expect(await documents.reviews.restore({ work: 'elm', review: 'gone000000' })).toBe('conflict');
  });

  test('comes last removed first, in pages, and only as long as it can be put back', async () => {
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000);
    const number = (index: number) => String(index).padStart(3, '0');
    const minutes = WEEK / 60_000;
    const ages = [...Array.from({ length: 45 }, (_, index) => index + 1), minutes - 1, minutes + 1];
    for (const [index, age] of ages.entries()) {
      const id = `r${number(index)}000000`;
      put({
        [`removed/w${number(index)}`]: { work: { ...elm, title: `W${index}` }, at: ago(age) },
        [`gallery/elm/takenDown/${id}`]: { review: review(id, day(0)), at: ago(age) },
        // What the console has written wrong is left out, or shown as the gallery shows it.
        'gallery/elm/takenDown/wrong00000': { review: 'x', at: ago(3) },
      });
    }
    const titles = ages.slice(0, -1).map((_, index) => `W${index}`);
    const works = await pagesOf(documents.works.removed);
    expect(works.map((page) => page.length)).toEqual([40, 6]);
    expect(works.flat().map(({ title }) => title)).toEqual(titles);
    const reviews = await pagesOf(documents.reviews.takenDown);
    expect(reviews.map((page) => page.length)).toEqual([39, 7]);
    expect(reviews.flat().map(({ review: { id } }) => id)).toEqual(
      titles.map((_, index) => `r${number(index)}000000`),
    );
    expect(await documents.works.restore('w046')).toBe('conflict');
    // A phone whose clock is behind asks the rules.
    const behind = documentsOf(signedIn(), () => new Date(now - DAY));
    expect(await behind.works.restore('w046')).toBe('refused');
    expect(asStored('removed/w046')).toBeDefined();
  });
});

const writes: [string, (port: OwnerDocuments) => Promise<WriteOutcome>][] = [
  ['a quote', ({ quotes }) => quotes.unchoose(pathOf(A))],
  ['taking down', ({ reviews }) => reviews.takeDown(A)],
  ['removing a work', ({ works }) => works.remove('elm')],
];

describe('what is written', () => {
  beforeEach(() => {
    putWork('elm', day(0));
    put({ [pathOf(A)]: review(A.review, day(0)) });
  });

  test.each([...writes.map((one) => [...one, 2] as const), [...writes.at(-1)!, 5] as const])(
    'is tried again where another call holds the document: %s',
    async (_, write, count) => {
      backend.faults.add({ url: /:commit/, do: { kind: 'status', status: 409 }, count });
      expect(await write(documents)).toBe('stored');
      backend.faults.clear();
    },
  );

  test.each(writes)(
    'is repeated after a lost answer, and nothing happens twice: %s',
    async (_, write) => {
      backend.faults.add({ url: /:commit/, count: 1, when: 'after', do: { kind: 'reset' } });
      expect(await write(documents)).toBe('unreachable');
      const after = [get('gallery/elm'), get(pathOf(A)), get(CONFIGURATION)];
      expect(await write(documents)).toBe('stored');
      expect([get('gallery/elm'), get(pathOf(A)), get(CONFIGURATION)]).toEqual(after);
    },
  );

  test.each<[string, Parameters<typeof backend.faults.add>[0]['do'], WriteOutcome]>([
    ['a broken connection', { kind: 'reset' }, 'unreachable'],
    ['an overload', { kind: 'status', status: 503 }, 'unreachable'],
    ['a quota that is used up', { kind: 'status', status: 429 }, 'exhausted'],
    ['a token that is not taken', { kind: 'status', status: 401 }, 'sessionEnded'],
    ['a hotel’s login page', { kind: 'captive' }, 'unreachable'],
    ['a cut answer', { kind: 'truncate', bytes: 5 }, 'unreachable'],
    ['a definite no', { kind: 'status', status: 403 }, 'refused'],
  ])('has an outcome after %s', async (_, fault, outcome) => {
    backend.faults.add({ url: /:commit/, do: fault });
    for (const [, write] of writes) expect(await write(documents)).toBe(outcome);
  });

  test('waits 15 seconds for an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { fetch } = globalThis;
    // Only the page gets no answer: where Google's emulator answers, the test itself asks it by other addresses.
    const ofPage = `:${backend.ports.firestore}/`;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      String(url).includes(ofPage) ? new Promise(() => undefined) : fetch(url, init),
    );
    const outcomes: WriteOutcome[] = [];
    for (const [, write] of writes) void write(documents).then((one) => outcomes.push(one));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual(writes.map(() => 'unreachable'));
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

test('a list that cannot be read is an error, and somebody who is no owner reads no list of reviews', async () => {
  const stranger = documentsOf(signedIn('stranger@example.com'));
  for (const list of [stranger.reviews.list, stranger.works.removed, stranger.reviews.takenDown])
    await expect(list()).rejects.toMatchObject({ code: 'permission-denied' });
  backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
  const { works, reviews, quotes } = documents;
  for (const list of [works.list, works.removed, reviews.list, reviews.takenDown, quotes.list])
    await expect(list()).rejects.toThrow();
  await expect(documents.reviews.count('elm')).rejects.toThrow();
  await expect(documents.works.neighbours(day(0).toISOString())).rejects.toThrow();
  // The services come with the document of the quotes, and are asked for again where that did not.
  backend.faults.clear();
  const service = { id: 'doors', name: 'Doors', icon: 'doors' };
  put({ [CONFIGURATION]: { services_types: [service] } });
  expect(await documents.services()).toEqual([service]);
});

const requestOf = (index: number, more: Record<string, Plain> = {}): Record<string, Plain> => ({
  id: String(1_000_000_000 + index),
  created: new Date(START + index * 60_000),
  status: 1,
  name: `Ann ${index}`,
  phone: '770 555 0100',
  email: 'ann@example.com',
  address: '12 Oak St, Lawrenceville, GA',
  description: 'Twelve doors.',
  categories: ['kitchen'],
  files: [],
  ...more,
});

/** The name of a mail without words, as the functions write it. */
const WORDLESS = digestName({ id: '1', kind: 'text' }, 0, 'refused');

test('the requests come twenty at a time, the newest first, with what became of their mails', async () => {
  const at = (minute: number) => START + minute * 60_000;
  const mark = (state: string, digest?: string) => ({
    state,
    since: at(0),
    ...(digest && { digest }),
  });
  const marks = [
    { text: { ...mark('sent', WORDLESS), due: at(9) } },
    { text: mark('sent'), pictures: mark('waiting'), open: at(1) },
    { text: mark('refused'), pictures: mark('sending', WORDLESS), textHook: mark('sent') },
    // It has come before the mails to this address.
    { textHook: mark('sent') },
  ];
  const path = 'alerts/function/address2';
  const file = { url: 'https://x/o/a', thumb: 'https://x/o/b' };
  const odd = {
    status: 2,
    name: 5,
    description: null,
    files: [file, { url: 'javascript:alert(1)' }, 7],
  };
  putMany(41, (index) => [
    `requests/${1_000_000_000 + index}`,
    requestOf(index, index === 39 ? odd : {}),
  ]);
  putMany(marks.length, (index) => [
    `${path}/${1_000_000_040 - index}`,
    { ...marks[index], created: at(40 - index) },
  ]);
  put({
    'alerts/function': { startedAt: 0 },
    'alerts/arrivals': { ran: at(60), week: 21, marks: path },
    // Of an address that hears of nothing any more.
    'alerts/1000000040': { created: at(40), text: mark('refused') },
  });
  backend.reads.reset();
  const { items, next } = await documents.requests.list();
  expect(await documents.requests.counted()).toEqual({ ran: at(60), week: 21 });
  // Twenty requests, four marks (an honest request has one each), and what is noted of them.
  if (officialFirestore() === undefined) expect(backend.reads.total).toBe(20 + 4 + 1);
  expect(items.map(({ id }) => Number(id) - 1_000_000_000)).toEqual(
    Array.from({ length: 20 }, (_, index) => 40 - index),
  );
  const { id: _, status: _status, files: _files, ...words } = requestOf(40);
  expect(items[0]).toEqual({
    ...words,
    id: '1000000040',
    created: new Date(at(40)).toISOString(),
    isAnswered: false,
    pictures: [],
    text: { state: 'mailedWithoutWords', since: at(0), due: at(9) },
  });
  // Whatever somebody has typed in the console.
  expect(items[1]).toMatchObject({
    isAnswered: true,
    name: '',
    description: '',
    pictures: [file],
    text: { state: 'mailed', since: at(0) },
    picturesMail: { state: 'waiting', since: at(0) },
  });
  expect(items[2]).toMatchObject({
    text: { state: 'goesWithoutWords', since: at(0) },
    picturesMail: { state: 'goesWithoutWords', since: at(0) },
  });
  expect(items[3]).not.toHaveProperty('text');
  const second = await documents.requests.list(next);
  const third = await documents.requests.list(second.next);
  expect([second.items.length, third.items.length, third.next]).toEqual([20, 1, undefined]);
});

test('a look for new requests reads the newest again, and whatever came in its very millisecond', async () => {
  put({
    'requests/1000000001': requestOf(1),
    'requests/1000000002': requestOf(2),
  });
  const { items } = await documents.requests.list();
  backend.reads.reset();
  expect(await documents.requests.since(items[0]!.created)).toEqual(['1000000002']);
  // Google bills the owner's own document besides, which the rules look for.
  if (officialFirestore() === undefined) expect(backend.reads.total).toBe(1);
  put({ 'requests/1000000003': { ...requestOf(2), id: '1000000003' } });
  const found = await documents.requests.since(items[0]!.created);
  expect(found.toSorted()).toEqual(['1000000002', '1000000003']);
});

test('a request is said to be answered, and new again; one that was deleted is a conflict', async () => {
  put({ 'requests/1000000001': requestOf(1) });
  expect(await documents.requests.setAnswered('1000000001', true)).toBe('stored');
  expect(await documents.requests.read('1000000001')).toMatchObject({
    isAnswered: true,
    name: 'Ann 1',
  });
  expect(await documents.requests.setAnswered('1000000001', false)).toBe('stored');
  expect(await documents.requests.read('1000000001')).toMatchObject({ isAnswered: false });
  expect(await documents.requests.setAnswered('1000000002', true)).toBe('conflict');
  expect(await documents.requests.read('1000000002')).toBeUndefined();
});
