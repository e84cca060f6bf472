import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseReview,
  parseServiceTypes,
  parseVersion,
  parseWork,
} from '../../../src/backend/rest/parse';
import { decodeFields, encodeFields } from '../../../src/backend/rest/values';

test('a work without anything usable is still listed', () => {
  const data = { title: 7, created: 'yesterday', cover: 'x', before: { 0: 'y' }, after: [null, 1] };
  expect(parseWork('a', data, '2026-01-05T12:00:00Z')).toEqual({
    id: 'a',
    title: 'Untitled work',
    created: '2026-01-05T12:00:00Z',
    cover: { url: '', thumb: '' },
    before: [],
    after: [],
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

test('a title of which nothing can be seen', () => {
  const titles = ['', ' ', '\u200B\u202E', '\0', 7].map((title) => parseWork('a', { title }).title);
  expect(new Set(titles)).toEqual(new Set(['Untitled work']));
  expect(parseWork('a', { title: '\u202EOak' }).title).toBe('\u202EOak');
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

test('only what the rules take as a category can be chosen', () => {
  const type = (id: unknown) => ({ id, name: 'A name', icon: '' });
  const ids = (list: unknown[]) => parseServiceTypes({ services_types: list }).map(({ id }) => id);
  const [longest, tooLong] = ['x'.repeat(64), 'x'.repeat(65)];
  expect(ids(['', tooLong, 'two\nlines', longest, 7].map(type))).toEqual([longest, '7']);
  // Characters count, not the two units of each.
  expect(ids(['🪵'.repeat(64), '🪵'.repeat(65)].map(type))).toEqual(['🪵'.repeat(64)]);
  expect(ids(Array.from({ length: 21 }, (_, index) => type(index)))).toHaveLength(20);
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
