/** Malformed data in the owner's documents, and the part of it that is used. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuotes } from '../../src/firebase/rest/quotes';
import {
  parseReview,
  parseServiceTypes,
  parseVersion,
  parseWork,
} from '../../src/firebase/rest/parseDocuments';
import { decodeFields, encodeFields } from '../../src/firebase/rest/firestoreDocuments';

const RUN = 'hacked()';
const IMAGE = `<img src=x onerror=${RUN}>`;
const EVIL = 'evil.example';
const GOOD = 'https://pictures.example/a.webp';
const TIME = '2026-01-05T12:00:00.000Z';

test.each([
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\nscript:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `   javascript:${RUN}`,
  `\u200Bjavascript:${RUN}`,
  `javascript://${EVIL}/%0A${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
  'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  'blob:null/0',
  'file:///etc/passwd',
  'about:blank',
  `filesystem:https://${EVIL}/x`,
  `//${EVIL}/x.png`,
  '/hero/after-800.webp',
  '',
  'https://',
  'https://x:99999/',
])('no picture comes from the address %j', (url) => {
  const picture = { url, sources: [{ url, width: 400, type: 'image/webp' }] };
  const { cover, before, after } = parseWork('a', {
    cover: { ...picture, thumb: url, placeholder: url },
    before: [picture, { url }],
    after: [{ url: GOOD, sources: picture.sources }],
  });
  expect({ cover, before, after }).toEqual({
    cover: { url: '', thumb: '' },
    before: [],
    after: [{ url: GOOD }],
  });
});

test.each([
  ['\u200B\u2060\uFEFF \u00A0\u202E', 'Untitled work'],
  ['', 'Untitled work'],
  [42, 'Untitled work'],
  [null, 'Untitled work'],
  [['<b>', IMAGE], 'Untitled work'],
  [{ toString: RUN }, 'Untitled work'],
  // In a direction of its own.
  ['\u202EOak', '\u202EOak'],
])('the title %j is %j', (title, shown) => {
  expect(parseWork('a', { title }).title).toBe(shown);
});

const none = { url: '', thumb: '' };
const both = { url: GOOD, thumb: GOOD };
const source = (width: unknown, type = 'image/webp') => ({ url: GOOD, width, type });
const unusable = [source(400, 'text/html'), source('400'), source(-400), null];
const PIXELS = 'A/+z'.repeat(12);
const whole = { ...both, alt: 'A kitchen', width: 1600, height: 1200, placeholder: PIXELS };
const http = ['http://x.test/a.jpg', 'https://x.test/b.jpg'].map((url) => ({ url }));
const others = [null, 1, 'x', {}, { url: 7 }, { url: { url: GOOD } }, { src: GOOD }];
/** An address that a `srcset` would take for two, and how it is read. */
const [blank, encoded] = [' https://x.test/a 1w', 'https://x.test/a%201w'];
test.each<[string, Record<string, unknown>, object?]>([
  ['no fields', {}],
  ['texts', { cover: GOOD, before: GOOD, after: GOOD }],
  ['nothing', { cover: null, before: null, after: null }],
  ['numbers', { cover: 1, before: 2, after: Number.NaN }],
  ['maps for lists', { before: { 0: { url: GOOD } }, after: { length: 2 } }],
  ['lists in lists', { cover: [{ url: GOOD }], before: [{ 0: [{ url: GOOD }] }] }],
  ['values of other kinds', { after: others }],
  ['one good among bad ones', { after: [null, { url: GOOD }, {}] }, { after: [{ url: GOOD }] }],
  ['a cover without a thumbnail', { cover: { url: GOOD } }, { cover: { url: GOOD, thumb: '' } }],
  ['a thumbnail alone', { cover: { thumb: GOOD } }, { cover: { url: '', thumb: GOOD } }],
  ['malformed sizes', { cover: { ...both, sources: unusable } }, { cover: both }],
  ['half a pixel', { after: [{ url: GOOD, width: 1, height: 1.5 }] }, { after: [{ url: GOOD }] }],
  ['no height', { after: [{ url: GOOD, width: 9, height: 'tall' }] }, { after: [{ url: GOOD }] }],
  ['less than none', { after: [{ url: GOOD, width: -1, height: 1 }] }, { after: [{ url: GOOD }] }],
  ['a malformed placeholder', { cover: { ...both, placeholder: `${PIXELS}=` } }, { cover: both }],
  [
    'everything that there can be',
    { cover: { ...whole, sources: [source(800), source(400), ...unusable] } },
    { cover: { ...whole, sources: [source(400), source(800)] } },
  ],
  ['http and https', { before: http }, { before: http }],
  [
    'one address that looks like two',
    { after: [{ url: GOOD, sources: [{ ...source(1), url: blank }] }] },
    { after: [{ url: GOOD, sources: [{ ...source(1), url: encoded }] }] },
  ],
])('the usable pictures of a work are read: %s', (_, fields, left = {}) => {
  const { cover, before, after } = parseWork('a', fields);
  expect({ cover, before, after }).toEqual({ cover: none, before: [], after: [], ...left });
});

test.each([
  ['yesterday', 'createTime'],
  [-1, 'createTime'],
  [{ seconds: 1, nanoseconds: 2 }, 'createTime'],
  [null, 'createTime'],
  [TIME, TIME],
  // As the SDK gives it.
  [{ toDate: () => new Date(TIME) }, TIME],
])('a created time of %j is replaced if it is not a valid one', (created, time) => {
  expect(parseWork('a', { created }, 'createTime').created).toBe(time);
  expect(parseReview('a', { stars: 5, created }, 'createTime')?.created).toBe(time);
});

test.each([undefined, 0, 6, -1, 2.5, Number.NaN, Infinity, '5', [5], 1_000_000])(
  'a review with %j stars is left out',
  (stars) => {
    expect(parseReview('a', { text: 'Rated', stars })).toBeUndefined();
  },
);

test.each([[7], [null], [[IMAGE]], [{ html: IMAGE }]])(
  'a review whose text is %j is shown without text',
  (text) => {
    expect(parseReview('a', { text, stars: 1, user: text })).toMatchObject({ text: '', user: '' });
  },
);

const type = (id: unknown, name: unknown = 'Name', icon: unknown = 'kitchen') => {
  return { id, name, icon };
};
const many = Array.from({ length: 1000 }, (_, index) => type(`many-${index}`));
test.each<[string, unknown, unknown[]]>([
  ['none', undefined, []],
  ['nothing', null, []],
  ['a text', IMAGE, []],
  ['a map', { 0: type('a'), length: 1 }, []],
  ['entries of other kinds', [null, 1, 'x', { 0: type('a') }, {}, true], []],
  ['no names', [{ id: 'a' }, type('b', ''), type('c', 7), type('d', null)], []],
  ['no ids', [{ name: 'A' }, type(''), type(null), type({}), type(['x'])], []],
  [
    'ids that the rules refuse',
    [type('x'.repeat(65)), type(`${'x'.repeat(63)}🪵`), type('a\nb')],
    [],
  ],
  // An emoji has two characters, as in the texts.
  ['the longest id', [type('🪵'.repeat(32))], [type('🪵'.repeat(32))]],
  ['a number for an id', [type(7)], [type('7')]],
  ['one id twice', [type('a', 'First'), type('a', 'Second')], [type('a', 'First')]],
  ['markup', [type(IMAGE, IMAGE, IMAGE)], [type(IMAGE, IMAGE, IMAGE)]],
  ['an unknown icon', [type('a', 'A', { x: 1 })], [type('a', 'A', '')]],
  ['an id like a property', [type('__proto__', 'Proto', '')], [type('__proto__', 'Proto', '')]],
  ['more than the 20 that the rules take', many, many.slice(0, 20)],
])('the usable service types are read: %s', (_, services, expected) => {
  expect(parseServiceTypes({ services_types: services })).toEqual(expected);
});

test('no malformed document causes an error', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (value, others) => {
      const lists = { before: [value], after: value, services_types: [value] };
      const single = { title: value, created: value, cover: value, stars: value, version: value };
      const data = { ...others, ...lists, ...single };
      parseWork('a', data);
      parseReview('a', data);
      parseServiceTypes(data);
      parseVersion(data);
      decodeFields(value);
      decodeFields({ field: value, list: { arrayValue: { values: [value] } } });
    }),
  );
});

test('values survive encoding and decoding', () => {
  const texts = { text: 'é 🙂', list: ['a', ['b'], { c: 'd' }] };
  const fields = { ...texts, whole: 7, part: 0.62, yes: true, nothing: null, empty: {} };
  expect(decodeFields(encodeFields(fields))).toEqual(fields);
  expect(decodeFields({ part: { doubleValue: '-Infinity' } })).toEqual({ part: -Infinity });
});

test('a field named __proto__ is a field', () => {
  const decoded = decodeFields(JSON.parse('{"__proto__":{"stringValue":"x"}}'));
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  expect(Object.keys(decoded)).toEqual(['__proto__']);
});

test('quotes are entries, each once; those that can be the path of a review have its name', () => {
  const named = ['gallery/a/reviews/1', 'gallery/b/reviews/2', 'gallery/a\nb/reviews/3'];
  const dead = [
    7,
    null,
    'gallery/a',
    'gallery/b/reviews/2/x',
    'gallery/../reviews/2',
    'gallery/__a__/reviews/2',
    'gallery//reviews/2',
    'x/a/reviews/2',
    'gallery/a/reviews/1\ngallery/b/reviews/2',
  ];
  const names = [
    { work: 'a', review: '1' },
    { work: 'b', review: '2' },
    { work: 'a\nb', review: '3' },
  ];
  expect(parseQuotes({ quotes: [...dead, ...named, ...named] })).toEqual([
    ...dead.map((entry) => ({ entry })),
    ...named.map((entry, index) => ({ entry, name: names[index] })),
  ]);
  expect(parseQuotes({})).toEqual([]);
  expect(parseQuotes({ quotes: named[0] })).toEqual([]);
});
