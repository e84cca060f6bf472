/** What somebody with the owner's rights, or a console and a bad day, may write into a work. */
import { Double, type Plain } from '../../../local/protoJson';
import { EVIL, IMAGE, RUN, SCRIPT, THENABLE } from './watch';

export interface HostileWork {
  what: string;
  fields: Record<string, Plain>;
  /** What its card and its page show. */
  title: string;
  cover: 'picture' | 'none';
  before: number;
  after: number;
}

/** A picture that exists. */
export interface Good {
  url: string;
  thumb: string;
}

const CREATED = new Date('2026-03-01T00:00:00Z');
const UNTITLED = 'Untitled work';
const WORD = 'w'.repeat(5000);

/** Every field that holds an address, filled with one that is none of ours. */
function addressed(what: string, address: string): HostileWork {
  const picture = { url: address, alt: IMAGE, width: 800, height: 600 };
  const sources = [{ url: address, width: 400, type: 'image/webp' }];
  return {
    what,
    title: `Addresses: ${what}`,
    fields: {
      title: `Addresses: ${what}`,
      created: CREATED,
      cover: { ...picture, thumb: address, sources, placeholder: address },
      before: [{ ...picture, sources }, { url: address }],
      after: [{ url: address }],
    },
    cover: 'none',
    before: 0,
    after: 0,
  };
}

const ADDRESSES: [string, string][] = [
  ['javascript', `javascript:${RUN}`],
  ['javascript in capitals', `JaVaScRiPt:${RUN}`],
  ['javascript with a line break', `java\nscript:${RUN}`],
  ['javascript with a tab', `java\tscript:${RUN}`],
  ['javascript behind a control character', `\u0001javascript:${RUN}`],
  ['javascript behind blanks', `   javascript:${RUN}`],
  ['javascript behind a zero-width blank', `\u200Bjavascript:${RUN}`],
  ['javascript as a comment', `javascript://${EVIL}/%0A${RUN}`],
  ['vbscript', `vbscript:${RUN}`],
  ['data with a page', `data:text/html,${SCRIPT}`],
  [
    'data with a drawing',
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
  ],
  ['data with a picture', 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='],
  ['blob', 'blob:null/0'],
  ['file', 'file:///etc/passwd'],
  ['about', 'about:blank'],
  ['filesystem', `filesystem:https://${EVIL}/x`],
  ['without a protocol', `//${EVIL}/x.png`],
  ['of this site', '/hero/after-800.webp'],
  ['empty', ''],
  ['no host', 'https://'],
  ['a port that is none', 'https://x:99999/'],
];

/** A title as it stands, without any picture. */
const titled = (what: string, title: Plain, shown = String(title)): HostileWork => ({
  what,
  fields: { title, created: CREATED, cover: {}, before: [], after: [] },
  title: shown,
  cover: 'none',
  before: 0,
  after: 0,
});

const TITLES: HostileWork[] = [
  titled('a title with a script', SCRIPT),
  titled('a title with a picture', IMAGE),
  titled('a title that ends its element', `</h1></title></style>${SCRIPT}`),
  titled('a title that ends an attribute', `" onmouseover="${RUN}" x='${RUN}'`),
  titled('a title with a drawing', `<svg/onload=${RUN}>`),
  titled('a title with a frame', `<iframe srcdoc="${SCRIPT}"></iframe>`),
  titled('a title with references', '&lt;b&gt; &amp;quot; &#x3c;'),
  titled('a title with templates', `{{constructor.constructor("${RUN}")()}} \${${RUN}}`),
  titled('a title with styles', '</style><style>*{display:none}'),
  titled('a title of one word of 5,000 letters', WORD),
  titled('a title of 300 marks on one letter', `Z${'\u0335\u0322\u030D'.repeat(100)}algo`),
  titled('a title that turns round', '\u202Egnihcticier'),
  titled('a title with open isolates', '\u2067\u2066\u2068 open'),
  titled('a title from right to left', 'خزائن المطبخ'),
  titled('a title with zero-width characters', 'Oak\u200B\u200D\uFEFF \u2060kitchen'),
  titled('a title with control characters', '\u0007\u001B[31mRed\u0000\u0008'),
  titled('a title of nothing to be seen', '\u200B\u2060\uFEFF \u00A0\u202E', UNTITLED),
  titled('an empty title', '', UNTITLED),
  titled('a number as title', 42, UNTITLED),
  titled('nothing as title', null, UNTITLED),
  titled('a list as title', ['<b>', IMAGE], UNTITLED),
  titled('a map as title', { toString: RUN }, UNTITLED),
  titled('a title like a property', '__proto__'),
];

/** Documents without a title of their own, with pictures that may or may not be there. */
const shaped = (
  what: string,
  fields: Record<string, Plain>,
  shown: Partial<Pick<HostileWork, 'cover' | 'before' | 'after'>> = {},
): HostileWork => ({
  what,
  fields: { title: what, created: CREATED, ...fields },
  title: what,
  cover: 'none',
  before: 0,
  after: 0,
  ...shown,
});

const shapes = ({ url, thumb }: Good): HostileWork[] => [
  { ...shaped('only a time', {}), fields: { created: CREATED }, title: UNTITLED },
  shaped('texts for pictures', { cover: url, before: url, after: url }),
  shaped('nothing for pictures', { cover: null, before: null, after: null }),
  shaped('numbers for pictures', { cover: 1, before: 2, after: new Double(Number.NaN) }),
  shaped(
    'maps for lists',
    { cover: { url, thumb }, before: { 0: { url } }, after: { length: 2 } },
    {
      cover: 'picture',
    },
  ),
  shaped('lists in lists', {
    cover: [{ url }],
    before: [{ 0: [{ url }] }],
    after: [{ url: [url] }],
  }),
  shaped(
    'one good picture among bad ones',
    { after: [null, 1, 'x', {}, { url: 7 }, { url: { url } }, { url }, { src: url }] },
    { after: 1 },
  ),
  shaped('200 bad pictures', {
    before: Array.from({ length: 200 }, () => ({ url: `javascript:${RUN}` })),
  }),
  shaped('a cover without a thumbnail', { cover: { url } }, { cover: 'picture' }),
  shaped('a thumbnail without a cover', { cover: { thumb } }, { cover: 'picture' }),
  shaped(
    'two addresses in one',
    {
      cover: {
        url,
        thumb,
        sources: [
          { url: `${thumb} 1w, https://${EVIL}/a.webp`, width: 1, type: 'image/webp' },
          { url: `${thumb}, https://${EVIL}/b.webp 2x`, width: 2, type: 'image/webp' },
        ],
      },
    },
    { cover: 'picture' },
  ),
  shaped(
    'renderings of other types',
    {
      cover: {
        url,
        thumb,
        sources: [
          { url: thumb, width: 400, type: 'text/html' },
          { url: thumb, width: '400', type: 'image/webp' },
          { url: thumb, width: -400, type: 'image/webp' },
          { url: `javascript:${RUN}`, width: 400, type: 'image/webp' },
          null,
        ],
      },
    },
    { cover: 'picture' },
  ),
  shaped(
    'sizes beyond all bounds',
    {
      cover: { url, thumb, width: 1, height: 1_000_000_000 },
      before: [{ url, width: 1_000_000_000, height: 1 }],
      after: [{ url, width: -1, height: new Double(Number.NaN) }],
    },
    { cover: 'picture', before: 1, after: 1 },
  ),
  shaped(
    'a placeholder that leaves its style',
    { cover: { url, thumb, placeholder: `x);background-image:url(https://${EVIL}/x.png` } },
    { cover: 'picture' },
  ),
  shaped(
    'markup for alternative texts',
    { cover: { url, thumb, alt: `">${IMAGE}` } },
    {
      cover: 'picture',
    },
  ),
  shaped('keys like properties', {
    constructor: { prototype: { url: RUN } },
    toString: 'x',
    hasOwnProperty: null,
    ...THENABLE,
    id: '../../x',
    'a.b': 1,
  }),
  shaped('a time in words', { created: 'yesterday' }),
  shaped('a time that is a number', { created: -1 }),
  shaped('a time of the year 9999', { created: new Date('9999-12-31T23:59:59Z') }),
  shaped('a time in a map', { created: { seconds: 1, nanoseconds: 2 } }),
];

/** Names that a document may have, each its own trap for an address. */
const IDS: string[] = [
  `<img src=x onerror=${RUN}>`,
  `javascript:${RUN}`,
  '..%2f..%2fetc',
  '%2e%2e',
  '?q=1#request-service',
  '#gallerySection',
  'constructor',
  '__proto',
  'a b+c&d=e;f',
  'küche 🚪',
  '"quoted\'',
  'back\\slash',
  '%E0%A4%A',
  'i'.repeat(700),
];

export const hostileWorks = (good: Good): HostileWork[] => [
  ...ADDRESSES.map(([what, address]) => addressed(what, address)),
  ...TITLES,
  ...shapes(good),
];

/** By the document's own name. */
export const namedWorks: [id: string, work: HostileWork][] = IDS.map((id, index) => [
  id,
  titled(`a name like ${id.slice(0, 40)}`, `Named ${index + 1}`),
]);
