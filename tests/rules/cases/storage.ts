import type { RulesObject } from '../../../backend/rules/types';
import { MAX_IMAGE_BYTES } from '../../../src/domain/constants';
import { IMAGE_TYPES } from '../../../src/domain/validation';
import { ID, OTHER_ID, REQUEST, storedRequest, uploaded } from '../samples';
import { signedIn, World } from '../world';
import type { Row, Section } from './section';

const FOLDER = `requests/${ID}`;
const COVER = 'gallery/oak/cover.jpg';
const PAGE = { contentType: 'text/html' };
const PICTURE = `${FOLDER}/aZ09bcdefg.jpg`;
const open = new World({ [REQUEST]: storedRequest() }, null, [`${FOLDER}/already001.jpg`]);
const sent = new World({ [REQUEST]: storedRequest({ files: [uploaded()] }) });
const nothing = new World();
const draft = new World({ 'requests/draft': storedRequest() });
const user = new World({ [REQUEST]: storedRequest() }, signedIn('u'), [PICTURE]);

/** Uploads of a picture whose metadata say something else. */
const saying = (expected: boolean, table: [what: string, changes: Partial<RulesObject>][]) =>
  table.map(([what, changes]): Row => [what, expected, () => open.upload(PICTURE, changes)]);
const named = (table: [what: string, name: string][]) =>
  table.map(([what, name]): Row => [what, false, () => open.upload(name)]);

const uploads: Row[] = [
  ...saying(true, [
    ['1 byte', { size: 1 }],
    ['the largest size', { size: MAX_IMAGE_BYTES }],
    ['identity as encoding', { contentEncoding: 'identity' }],
    ['an empty encoding', { contentEncoding: '' }],
  ]),
  ...saying(false, [
    ['0 bytes', { size: 0 }],
    ['one byte too much', { size: MAX_IMAGE_BYTES + 1 }],
    ['an SVG', { contentType: 'image/svg+xml' }],
    ['a type with parameters', { contentType: 'image/png; a=b' }],
    ['a page', PAGE],
    ['an empty type', { contentType: '' }],
    ['no type', { contentType: null }],
    ['gzip as encoding', { contentEncoding: 'gzip' }],
  ]),
  ...named([
    ['an SVG by name', `${FOLDER}/aZ09bcdefg.svg`],
    ['a name of 9 characters', `${FOLDER}/aZ09bcdef.jpg`],
    ['two extensions', `${FOLDER}/aZ09bcdefg.jpg.jpg`],
    ['no extension', `${FOLDER}/aZ09bcdefg`],
    ['a slash at the end', `${PICTURE}/`],
    ['a NUL before another ending', `${FOLDER}/aZ09bcdefg.html\0.jpg`],
    ['a line break at the end', `${PICTURE}\n`],
    ['a deeper folder', `${FOLDER}/more/aZ09bcdefg.jpg`],
    ['the gallery', 'gallery/aZ09bcdefg.jpg'],
    ['a work in the gallery', 'gallery/oak/aZ09bcdefg.jpg'],
    ['the folder of another id', `requests/${OTHER_ID}/aZ09bcdefg.jpg`],
    ["overwriting somebody's picture", `${FOLDER}/already001.jpg`],
  ]),
  ...Object.entries(IMAGE_TYPES).map(([extension, contentType]): Row => [
    `a .${extension} as ${contentType}`,
    true,
    () => open.upload(`${FOLDER}/aZ09bcdefg.${extension}`, { contentType }),
  ]),
  ['no word about an encoding', true, () => open.uploadWithout(PICTURE, 'contentEncoding')],
  ['as a signed-in visitor', true, () => user.upload(`${FOLDER}/another001.jpg`)],
  ['a request that is not there', false, () => nothing.upload(PICTURE)],
  [
    'a folder that is no id, with a document',
    false,
    () => draft.upload('requests/draft/aZ09bcdefg.jpg'),
  ],
  ['a request that was sent', false, () => sent.upload(PICTURE)],
];

const others: Row[] = [
  ['getting a picture of the gallery', true, () => open.getObject(COVER)],
  ['listing the gallery', false, () => open.listObjects('gallery')],
  ['deleting from the gallery', false, () => open.deleteObject(COVER)],
  ['getting a picture of a request', false, () => user.getObject(PICTURE)],
  ['listing a folder', false, () => user.listObjects(FOLDER)],
  ['listing the bucket', false, () => user.listObjects('')],
  ['another type for a picture that is there', false, () => user.changeObject(PICTURE, PAGE)],
  ['deleting a picture', false, () => user.deleteObject(PICTURE)],
  ['getting anything else', false, () => user.getObject('secret.txt')],
];

/** What anybody may do with files (storage.rules). */
export const storage: Section[] = [
  { title: 'uploading', rows: uploads },
  { title: 'getting, listing and deleting', rows: others },
];
