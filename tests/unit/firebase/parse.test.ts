/** What the owner's data may hold, by a console and a bad day as well, and what is left of it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseReview,
  parseServiceTypes,
  parseVersion,
  parseWork,
} from '../../../src/firebase/rest/parse';
import { decodeFields, encodeFields } from '../../../src/firebase/rest/values';

const RUN = 'hacked()';
const IMAGE = `<img src=x onerror=${RUN}>`;
const EVIL = 'evil.example';
const GOOD = 'https://pictures.example/a.webp';

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
  ['nothing to be seen', '\u200B\u2060\uFEFF \u00A0\u202E'],
  ['an empty text', ''],
  ['a number', 42],
  ['nothing', null],
  ['a list', ['<b>', IMAGE]],
  ['a map', { toString: RUN }],
])('a title of %s', (_, title) => {
  expect(parseWork('a', { title }).title).toBe('Untitled work');
});

test('a title in a direction of its own is one', () => {
  expect(parseWork('a', { title: '\u202EOak' }).title).toBe('\u202EOak');
});

describe('pictures of the wrong shape', () => {
  const none = { url: '', thumb: '' };
  const both = { url: GOOD, thumb: GOOD };
  /** Of the wrong width, height or type. */
  const sources = [
    { url: GOOD, width: 400, type: 'text/html' },
    { url: GOOD, width: '400', type: 'image/webp' },
    { url: GOOD, width: -400, type: 'image/webp' },
    null,
  ];
  test.each<[string, Record<string, unknown>, object?]>([
    ['no fields', {}],
    ['texts', { cover: GOOD, before: GOOD, after: GOOD }],
    ['nothing', { cover: null, before: null, after: null }],
    ['numbers', { cover: 1, before: 2, after: Number.NaN }],
    ['maps for lists', { before: { 0: { url: GOOD } }, after: { length: 2 } }],
    ['lists in lists', { cover: [{ url: GOOD }], before: [{ 0: [{ url: GOOD }] }] }],
    [
      'what is none',
      { after: [null, 1, 'x', {}, { url: 7 }, { url: { url: GOOD } }, { src: GOOD }] },
    ],
    ['one good among bad ones', { after: [null, { url: GOOD }, {}] }, { after: [{ url: GOOD }] }],
    ['a cover without a thumbnail', { cover: { url: GOOD } }, { cover: { url: GOOD, thumb: '' } }],
    ['a thumbnail alone', { cover: { thumb: GOOD } }, { cover: { url: '', thumb: GOOD } }],
    ['renderings that are none', { cover: { ...both, sources } }, { cover: both }],
    ['half a pixel', { after: [{ url: GOOD, width: 1, height: 1.5 }] }, { after: [{ url: GOOD }] }],
    [
      'less than none',
      { after: [{ url: GOOD, width: -1, height: 1 }] },
      { after: [{ url: GOOD }] },
    ],
    [
      'a placeholder, which only the build writes',
      { cover: { ...both, placeholder: GOOD } },
      { cover: both },
    ],
  ])('%s', (_, fields, left = {}) => {
    const { cover, before, after } = parseWork('a', fields);
    expect({ cover, before, after }).toEqual({ cover: none, before: [], after: [], ...left });
  });
});

test.each([['yesterday'], [-1], [{ seconds: 1, nanoseconds: 2 }], [null]])(
  'the time %j is none',
  (created) => {
    expect(parseWork('a', { created }, '2026-01-05T12:00:00Z').created).toBe(
      '2026-01-05T12:00:00Z',
    );
    expect(parseReview('a', { stars: 5, created }, '2026-01-05T12:00:00Z')?.created).toBe(
      '2026-01-05T12:00:00Z',
    );
  },
);

test.each([undefined, 0, 6, -1, 2.5, Number.NaN, Infinity, '5', [5], 1_000_000])(
  'a review with %j stars is left out',
  (stars) => {
    expect(parseReview('a', { text: 'Rated', stars })).toBeUndefined();
  },
);

test.each([[7], [null], [[IMAGE]], [{ html: IMAGE }]])('a review whose text is %j', (text) => {
  expect(parseReview('a', { text, stars: 1, user: text })).toMatchObject({ text: '', user: '' });
});

describe('service types', () => {
  const type = (id: unknown, name: unknown = 'Name', icon: unknown = 'kitchen') => {
    return { id, name, icon };
  };
  test.each([
    ['none', undefined, []],
    ['nothing', null, []],
    ['a text', IMAGE, []],
    ['a map', { 0: type('a'), length: 1 }, []],
    ['entries that are none', [null, 1, 'x', { 0: type('a') }, {}, true], []],
    ['no names', [{ id: 'a' }, type('b', ''), type('c', 7), type('d', null)], []],
    ['no ids', [{ name: 'A' }, type(''), type(null), type({}), type(['x'])], []],
    ['ids that the rules refuse', [type('x'.repeat(65)), type('🪵'.repeat(65)), type('a\nb')], []],
    // Characters count, not the two units of each.
    ['the longest id', [type('🪵'.repeat(64))], [['🪵'.repeat(64), 'Name', 'kitchen']]],
    ['a number for an id', [type(7)], [['7', 'Name', 'kitchen']]],
    ['one id twice', [type('a', 'First'), type('a', 'Second')], [['a', 'First', 'kitchen']]],
    ['markup', [type(IMAGE, IMAGE, IMAGE)], [[IMAGE, IMAGE, IMAGE]]],
    ['an icon that is none', [type('a', 'A', { x: 1 })], [['a', 'A', '']]],
    ['an id like a property', [type('__proto__', 'Proto', '')], [['__proto__', 'Proto', '']]],
  ])('%s', (_, services, expected) => {
    const parsed = parseServiceTypes({ services_types: services });
    expect(parsed.map(({ id, name, icon }) => [id, name, icon])).toEqual(expected);
  });

  test('of 1,000 the rules take 20', () => {
    const many = Array.from({ length: 1000 }, (_, index) => type(`many-${index}`));
    expect(parseServiceTypes({ services_types: many })).toEqual(many.slice(0, 20));
  });
});

test('http and https addresses are pictures', () => {
  const urls = ['http://x.test/a.jpg', 'https://x.test/b.jpg'].map((url) => ({ url }));
  expect(parseWork('a', { before: urls }).before).toEqual(urls);
});

test('one address cannot become two in a srcset', () => {
  const source = { url: ' https://x.test/a 1w, https://y.test/b', width: 1, type: 'image/webp' };
  const { cover } = parseWork('a', { cover: { url: 'https://x.test/c', sources: [source] } });
  expect(cover.sources).toEqual([{ ...source, url: 'https://x.test/a%201w,%20https://y.test/b' }]);
});

test('the optional parts of a picture, the SDK’s times', () => {
  const source = (width: unknown, type = 'image/webp') => ({
    url: `https://x.test/${width}`,
    width,
    type,
  });
  const work = parseWork('a', {
    created: { toDate: () => new Date('2026-01-05T12:00:00Z') },
    cover: {
      url: 'https://x.test/c.jpg',
      thumb: 'https://x.test/t.jpg',
      alt: 'A kitchen',
      width: 1600,
      height: 1200,
      sources: [source(800), source(400), source(-1), source(100, 'text/html'), null],
    },
    after: [{ url: 'https://x.test/d.jpg', width: 1600, height: 'tall' }],
  });
  expect(work.created).toBe('2026-01-05T12:00:00.000Z');
  expect(work.cover).toEqual({
    url: 'https://x.test/c.jpg',
    thumb: 'https://x.test/t.jpg',
    alt: 'A kitchen',
    width: 1600,
    height: 1200,
    sources: [source(400), source(800)],
  });
  expect(work.after).toEqual([{ url: 'https://x.test/d.jpg' }]);
});

test('no document, however malformed, makes a reader throw', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (value, others) => {
      const data = {
        ...others,
        title: value,
        created: value,
        cover: value,
        before: [value],
        after: value,
        stars: value,
        services_types: [value],
        version: value,
      };
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
  const fields = {
    text: 'é 🙂',
    whole: 7,
    part: 0.62,
    yes: true,
    nothing: null,
    list: ['a', ['b'], { c: 'd' }],
    empty: {},
  };
  expect(decodeFields(encodeFields(fields))).toEqual(fields);
});

test('a field named __proto__ is a field', () => {
  const decoded = decodeFields(JSON.parse('{"__proto__":{"stringValue":"x"}}'));
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  expect(Object.keys(decoded)).toEqual(['__proto__']);
});
