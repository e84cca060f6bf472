import type { RulesObject } from '../../../backend/rules/types';
import { maxWorkFileBytes, PICTURE_CACHE_CONTROL } from '../../../src/domain/workFiles';
import { World } from '../rulesWorld';
import { OWNERS, OWNERS_TABLE, person } from './owners';
import type { Row, Section } from './section';

const FOLDER = 'gallery/elm-street';
const REQUEST = 'requests/1234567890';
const NAME = '0123456789abcdef-480.webp';
const FILE = `${FOLDER}/${NAME}`;
const STORED = `${FOLDER}/0123456789abcdef-960.webp`;
const documents = { [OWNERS]: {} };
const WEBP = { contentType: 'image/webp', cacheControl: PICTURE_CACHE_CONTROL };
const owner = new World(documents, person(), [STORED]);
const visitor = new World(documents, null, [STORED]);
const removed = new World({}, person(), [STORED]);

const people = OWNERS_TABLE.flatMap(([who, auth, expected]): Row[] => {
  const world = new World(documents, auth);
  return [
    [`${who} uploads a picture`, expected, () => world.upload(FILE, WEBP)],
    [`${who} lists a work’s pictures`, expected, () => world.listObjects(FOLDER)],
  ];
});

const saying = (expected: boolean, table: [what: string, changes: Partial<RulesObject>][]) =>
  table.map(([what, changes]): Row => [
    what,
    expected,
    () => owner.upload(FILE, { ...WEBP, ...changes }),
  ]);
const named = (expected: boolean, ...names: string[]) =>
  names.map((name): Row => [name, expected, () => owner.upload(name, WEBP)]);

const uploads: Row[] = [
  ...saying(true, [
    ['a JPEG', { contentType: 'image/jpeg' }],
    ['1 byte', { size: 1 }],
  ]),
  ...saying(false, [
    ['0 bytes', { size: 0 }],
    ['kept for a day', { cacheControl: 'public, max-age=86400' }],
    ['kept for ever, and more', { cacheControl: `${PICTURE_CACHE_CONTROL}, private` }],
    ['kept as Storage likes', { cacheControl: null }],
    ['a page', { contentType: 'text/html' }],
    ['no type', { contentType: null }],
    ['gzip as encoding', { contentEncoding: 'gzip' }],
    ['a download', { contentDisposition: 'attachment' }],
  ]),
  ...(['thumb', 1, 999, 1000, 9999] as const).flatMap((width) => {
    const name = `${FOLDER}/0123456789abcdef-${width}.webp`;
    const size = maxWorkFileBytes(width);
    return [
      [`${width}: the largest size`, true, () => owner.upload(name, { ...WEBP, size })],
      [`${width}: one byte more`, false, () => owner.upload(name, { ...WEBP, size: size + 1 })],
    ] satisfies Row[];
  }),
  ...named(
    true,
    `gallery/E/${NAME}`,
    `gallery/9a/${NAME}`,
    `gallery/aB9_-/${NAME}`,
    `gallery/${'w'.repeat(100)}/${NAME}`,
    `${FOLDER}/0123456789abcdef-1.webp`,
    `${FOLDER}/0123456789abcdef-1600.jpeg`,
    `${FOLDER}/0123456789abcdef-thumb.webp`,
  ),
  ...named(
    false,
    STORED,
    `${FOLDER}/0123456789abcde-480.webp`,
    `${FOLDER}/0123456789abcdef0-480.webp`,
    `${FOLDER}/0123456789ABCDEF-480.webp`,
    `${FOLDER}/0123456789abcdeg-480.webp`,
    `${FOLDER}/0123456789abcdef-.webp`,
    `${FOLDER}/0123456789abcdef-10000.webp`,
    `${FOLDER}/0123456789abcdef-wide.webp`,
    `${FOLDER}/0123456789abcdef-480.avif`,
    `${FOLDER}/0123456789abcdef-480xwebp`,
    `${FOLDER}/index.html`,
    `${FOLDER}/more/${NAME}`,
    `gallery/${NAME}`,
    `gallery/${'w'.repeat(101)}/${NAME}`,
    `gallery/-elm/${NAME}`,
    `gallery/elm street/${NAME}`,
    `gallery/elm\n/${NAME}`,
    `gallery/élm/${NAME}`,
    `other/elm-street/${NAME}`,
    `${REQUEST}/${NAME}`,
  ),
];

const others: Row[] = [
  ['an owner lists the gallery', true, () => owner.listObjects('gallery')],
  ['an owner lists the bucket', false, () => owner.listObjects('')],
  ['an owner lists the pictures of a request', false, () => owner.listObjects(REQUEST)],
  ['an owner reads a picture of a request', false, () => owner.getObject(`${REQUEST}/a.jpg`)],
  ['an owner replaces a picture', false, () => owner.upload(STORED, WEBP)],
  ['an owner changes a picture’s type', false, () => owner.changeObject(STORED, WEBP)],
  ['an owner deletes a picture', false, () => owner.deleteObject(STORED)],
  ['a visitor gets a picture', true, () => visitor.getObject(STORED)],
  ['who was an owner until now uploads a picture', false, () => removed.upload(FILE, WEBP)],
  ['who was an owner until now lists pictures', false, () => removed.listObjects(FOLDER)],
];

/** What an owner may do with files (storage.rules). */
export const galleryFiles: Section[] = [
  { title: 'who may upload to the gallery', rows: people },
  { title: 'uploading to the gallery', rows: uploads },
  { title: 'other things with the gallery', rows: others },
];
