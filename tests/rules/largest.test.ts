/**
 * The largest documents that a stranger can write, in bytes. Each text of an honest document grows, in several places
 * and alphabets, for as long as the rules let it: a text without an upper end ends this test.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  MAX_CATEGORIES,
  MAX_IMAGES,
  MAX_REVIEW_TEXT,
  MAX_WORK_PICTURES,
} from '../../src/domain/constants';
import { DOWNLOAD_ADDRESS } from '../../tools/seed/seedDocuments';
import { OWNERS, person } from './cases/owners';
import { addressIn, newWork } from './sampleWork';
import {
  createdDocuments,
  creation,
  newRequest,
  newReceipt,
  newReview,
  newTicket,
  RECEIPT,
  REQUEST,
  REVIEW_ID,
  TICKET,
  uploaded,
  USER,
  WORK,
  work,
} from './sampleDocuments';
import { type Fields, googleIdOf, type Plain, signedIn, World, type Write } from './rulesWorld';

/** Firestore's own limit of a document, in bytes. */
const MAX_DOCUMENT = 1_048_576;

/** Where the addresses of a sample work begin. */
const [ROOT = ''] = addressIn('')('').split('gallery');

type Path = (string | number)[];

function textsIn(value: Plain | undefined, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (value === null || typeof value !== 'object' || value instanceof Date) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const textAt = (value: Plain | undefined, [key, ...rest]: Path): string =>
  key === undefined ? String(value) : textAt((value as Fields)[key], rest);

function withText<T extends Plain>(value: T, [key, ...rest]: Path, text: string): T {
  if (key === undefined) return text as T;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Fields) }) as Fields;
  copy[key] = withText(copy[key]!, rest, text);
  return copy as T;
}

/** The greatest number up to `most` for which `holds`, which holds for 0 and for all below the answer. */
function greatest(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, 1];
  while (high <= most && holds(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** A letter of one byte, one of three, and one of four that counts as two. */
const LETTERS = ['a', '李', '🪵'];

/** The places at which a text may grow: its ends, and between its parts. */
const placesIn = (text: string) => [
  0,
  ...[...text.matchAll(/[/=.:]/g)].map(({ index }) => index + 1),
  text.length,
];

const bytesOf = (text: string) => Buffer.byteLength(text);

/** The document with each of its texts as long as the rules let it be. */
function grown(fields: Fields, isAllowed: (fields: Fields) => boolean): Fields {
  expect(isAllowed(fields)).toBe(true);
  let current = fields;
  for (const path of textsIn(fields)) {
    const text = textAt(current, path);
    const candidates = placesIn(text).flatMap((place) =>
      LETTERS.map((letter) => {
        const longer = (count: number) =>
          text.slice(0, place) + letter.repeat(count) + text.slice(place);
        const count = greatest(MAX_DOCUMENT, (some) =>
          isAllowed(withText(current, path, longer(some))),
        );
        return longer(count);
      }),
    );
    const longest = candidates.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0]!;
    current = withText(current, path, longest);
  }
  return current;
}

/** Bytes as Firestore counts them (https://firebase.google.com/docs/firestore/storage-size). */
function sizeOf(value: Plain | undefined): number {
  if (value === null || value === undefined || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return bytesOf(value) + 1;
  if (typeof value === 'number' || value instanceof Date) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 0);
  return Object.entries(value).reduce(
    (sum, [key, part]) => sum + bytesOf(key) + 1 + sizeOf(part as Plain),
    0,
  );
}
const nameSize = (path: string) =>
  path.split('/').reduce((sum, part) => sum + bytesOf(part) + 1, 16);
const documentSize = (path: string, fields: Fields) => nameSize(path) + sizeOf(fields) + 32;

const anybody = new World();
const asBatch = (index: number) => (fields: Fields) => {
  const batch = creation().map((write, place) =>
    place === index ? { ...write, data: fields } : write,
  );
  return anybody.commit(...batch) === true;
};

const configurations: [what: string, size: number, documents: Record<string, Fields>][] = [
  ['without the configuration', 24_544, {}],
  [
    'with the address of one bucket',
    23_800,
    {
      'configurations/configurations': {
        download_address: DOWNLOAD_ADDRESS('demo-cabinets.appspot.com'),
      },
    },
  ],
  [
    'with an address that fits everything',
    27_936,
    { 'configurations/configurations': { download_address: 'http.*/o/' } },
  ],
];

test.each(configurations)('%s the largest request has %i bytes', (_, expected, documents) => {
  const categories = Array.from({ length: MAX_CATEGORIES }, (_, index) => `type-${index}`);
  const created = grown(newRequest({ categories }), asBatch(0));
  const world = new World({ ...createdDocuments(), ...documents });
  const root = 'http://127.0.0.1:9199/v0/b/demo-cabinets.appspot.com/o/';
  const local = 'configurations/configurations' in documents;
  const files = Array.from({ length: MAX_IMAGES }, (_, index) => {
    const { ref, thumbRef, ...rest } = uploaded({}, index);
    const moved = (url: Plain | undefined) =>
      local ? String(url).replace(/^.*\/o\//, () => root) : url;
    return { ...rest, ref, thumbRef, url: moved(rest['url']), thumb: moved(rest['thumb']) };
  }) as Fields[];
  const attach = (fields: Fields): Write[] => [
    { update: REQUEST, data: fields },
    { update: RECEIPT, data: { attached: true } },
  ];
  const attached = grown({ files }, (fields) => world.commit(...attach(fields)) === true);
  const size = documentSize(REQUEST, { ...created, ...attached });
  expect(size).toBe(expected);
  // An engine that counts a letter of four bytes once, where ours counts it twice, lets a third more in.
  expect((size * 4) / 3).toBeLessThan(64_000);
});

test('a ticket and a receipt are small', () => {
  const ticket = grown(newTicket(), asBatch(1));
  const receipt = grown(newReceipt(), asBatch(2));
  expect(documentSize(TICKET, ticket)).toBe(814);
  expect(documentSize(RECEIPT, receipt)).toBe(104);
});

test('a review has as many bytes as its text, and a little more', () => {
  const gallery = new World({ [WORK]: work }, signedIn(USER));
  const path = `${WORK}/reviews/${REVIEW_ID}`;
  const marker: Write = {
    set: `${WORK}/reviewers/${googleIdOf(USER)}`,
    data: { review: REVIEW_ID },
  };
  const review = grown(newReview(), (data) => gallery.commit({ set: path, data }, marker) === true);
  expect(documentSize(path, review)).toBe(3 * MAX_REVIEW_TEXT + 133);
});

test.each([
  ['without the configuration', 18_229, {}],
  [
    'with an address that fits everything',
    19_672,
    { 'configurations/configurations': { download_address: 'http.*' } },
  ],
])('%s the largest work has %i bytes', (_, expected, documents) => {
  const id = 'w'.repeat(100);
  const path = `gallery/${id}`;
  const owner = new World({ [OWNERS]: {}, ...documents }, person());
  const isPublished = (data: Fields) => owner.commit({ set: path, data }) === true;
  const work = newWork(1, 1, {}, id);
  // The root of all addresses, which they share.
  const { root } = grown({ root: ROOT }, (fields) => isPublished(moved(work, fields)));
  const rooted = moved(work, { root: root! });
  const [before] = rooted['before'] as [Fields];
  const { title } = grown({ title: 'x' }, (fields) => isPublished({ ...rooted, ...fields }));
  const cover = rooted['cover'] as Fields;
  const { thumb } = grown({ thumb: cover['thumb']! }, (fields) =>
    isPublished({ ...rooted, cover: { ...cover, ...fields } }),
  );
  const picture = grown(before, (fields) => isPublished({ ...rooted, before: [fields] }));
  const pictures = Array.from({ length: MAX_WORK_PICTURES }, () => picture);
  const largest = { ...rooted, title, cover: { ...picture, thumb }, before: [], after: pictures };
  expect(isPublished(largest as Fields)).toBe(true);
  expect(documentSize(path, largest as Fields)).toBe(expected);
});

/** The work with its addresses elsewhere. */
function moved(work: Fields, { root }: Fields): Fields {
  const json = JSON.stringify(work).replaceAll(ROOT, () => String(root));
  return { ...(JSON.parse(json) as Fields), created: work['created']! };
}

/**
 * The one pattern that repeats without an end: in a list of at most twenty, its items are counted before
 * (`areCategories`).
 */
const COUNTED = String.raw`^([^\n]{1,64}\n)*[^\n]{1,64}$`;

test.each(['firestore.rules', 'storage.rules'])('every pattern of %s has an upper end', (file) => {
  const patterns = readFileSync(file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'/g);
  const endless = [...patterns]
    .map(([, pattern]) => pattern!)
    .filter((pattern) => /[\])*.][*+]|\{\d+,\}/.test(pattern));
  expect(endless).toEqual(file === 'firestore.rules' ? [COUNTED] : []);
});
