/** What somebody with the owner's rights, or a console and a bad day, may write, and what is left of it. */
import { describe, expect, test } from 'vitest';
import { parseReview, parseServiceTypes, parseWork } from '../../../src/backend/rest/parse';

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

describe('pictures of the wrong shape', () => {
  const none = { url: '', thumb: '' };
  test.each([
    ['no fields', {}, none, 0, 0],
    ['texts', { cover: GOOD, before: GOOD, after: GOOD }, none, 0, 0],
    ['nothing', { cover: null, before: null, after: null }, none, 0, 0],
    ['numbers', { cover: 1, before: 2, after: Number.NaN }, none, 0, 0],
    ['maps for lists', { before: { 0: { url: GOOD } }, after: { length: 2 } }, none, 0, 0],
    [
      'lists in lists',
      { cover: [{ url: GOOD }], before: [{ 0: [{ url: GOOD }] }], after: [{ url: [GOOD] }] },
      none,
      0,
      0,
    ],
    [
      'one good among bad ones',
      {
        after: [null, 1, 'x', {}, { url: 7 }, { url: { url: GOOD } }, { url: GOOD }, { src: GOOD }],
      },
      none,
      0,
      1,
    ],
    ['a cover without a thumbnail', { cover: { url: GOOD } }, { url: GOOD, thumb: '' }, 0, 0],
    ['a thumbnail without a cover', { cover: { thumb: GOOD } }, { url: '', thumb: GOOD }, 0, 0],
    [
      'renderings that are none',
      {
        cover: {
          url: GOOD,
          thumb: GOOD,
          sources: [
            { url: GOOD, width: 400, type: 'text/html' },
            { url: GOOD, width: '400', type: 'image/webp' },
            { url: GOOD, width: -400, type: 'image/webp' },
            null,
          ],
        },
      },
      { url: GOOD, thumb: GOOD },
      0,
      0,
    ],
    [
      'sizes that are none',
      {
        before: [{ url: GOOD, width: 1, height: 1.5 }],
        after: [{ url: GOOD, width: -1, height: 1 }],
      },
      none,
      1,
      1,
    ],
    [
      'a placeholder, which only the build writes',
      { cover: { url: GOOD, thumb: GOOD, placeholder: `x);background:url(https://${EVIL}/x` } },
      { url: GOOD, thumb: GOOD },
      0,
      0,
    ],
  ])('%s', (_, fields, cover, before, after) => {
    const work = parseWork('a', fields);
    expect(work.cover).toEqual(cover);
    const pictures = Array.from({ length: before + after }, () => ({ url: GOOD }));
    expect([...work.before, ...work.after]).toEqual(pictures);
    expect(work.before).toHaveLength(before);
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
  const type = (id: unknown, name: unknown = 'Name', icon: unknown = 'kitchen') => ({
    id,
    name,
    icon,
  });
  test.each([
    ['none', undefined, []],
    ['nothing', null, []],
    ['a text', IMAGE, []],
    ['a map', { 0: type('a'), length: 1 }, []],
    ['entries that are none', [null, 1, 'x', { 0: type('a') }, {}, true], []],
    ['no names', [{ id: 'a' }, type('b', ''), type('c', 7), type('d', null)], []],
    ['no ids', [{ name: 'A' }, type(''), type(null), type({}), type(['x'])], []],
    ['ids that the rules refuse', [type('x'.repeat(65)), type('a\nb')], []],
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
