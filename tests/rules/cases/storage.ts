import { MAX_IMAGE_BYTES } from '../../../src/domain/limits';
import { IMAGE_TYPES } from '../../../src/domain/validation';
import { ID, OTHER_ID, REQUEST, storedRequest, uploaded } from '../samples';
import { signedIn, World } from '../world';
import type { Row, Section } from './section';

const FOLDER = `requests/${ID}`;
const PICTURE = `${FOLDER}/aZ09bcdefg.jpg`;
const open = new World({ [REQUEST]: storedRequest() }, null, [`${FOLDER}/already001.jpg`]);
const sent = new World({ [REQUEST]: storedRequest({ files: [uploaded()] }) });
const nothing = new World();
const user = new World({ [REQUEST]: storedRequest() }, signedIn('u'), [PICTURE]);

const uploads: Row[] = [
  ...Object.entries(IMAGE_TYPES).map(([extension, contentType]): Row => [
    `a .${extension} as ${contentType}`,
    true,
    () => open.upload(`${FOLDER}/aZ09bcdefg.${extension}`, { contentType }),
  ]),
  ['1 byte', true, () => open.upload(PICTURE, { size: 1 })],
  ['the largest size', true, () => open.upload(PICTURE, { size: MAX_IMAGE_BYTES })],
  ['identity as encoding', true, () => open.upload(PICTURE, { contentEncoding: 'identity' })],
  ['an empty encoding', true, () => open.upload(PICTURE, { contentEncoding: '' })],
  ['no word about an encoding', true, () => open.uploadWithout(PICTURE, 'contentEncoding')],
  [
    'as a signed-in visitor',
    true,
    () => user.upload(`${FOLDER}/another001.png`, { contentType: 'image/png' }),
  ],
  ['0 bytes', false, () => open.upload(PICTURE, { size: 0 })],
  ['one byte too much', false, () => open.upload(PICTURE, { size: MAX_IMAGE_BYTES + 1 })],
  ['11 MiB', false, () => open.upload(PICTURE, { size: 11 * 1024 * 1024 })],
  ['an SVG', false, () => open.upload(PICTURE, { contentType: 'image/svg+xml' })],
  ['an SVG in capitals', false, () => open.upload(PICTURE, { contentType: 'IMAGE/SVG+XML' })],
  [
    'an SVG with parameters',
    false,
    () => open.upload(PICTURE, { contentType: 'image/svg+xml; a=b' }),
  ],
  ['a type with parameters', false, () => open.upload(PICTURE, { contentType: 'image/png; a=b' })],
  [
    'a type over two lines',
    false,
    () => open.upload(PICTURE, { contentType: 'text/html\nimage/png' }),
  ],
  ['an SVG by name', false, () => open.upload(`${FOLDER}/aZ09bcdefg.svg`)],
  ['another type of picture', false, () => open.upload(PICTURE, { contentType: 'image/tiff' })],
  ['a page', false, () => open.upload(PICTURE, { contentType: 'text/html' })],
  [
    'a page behind a comma',
    false,
    () => open.upload(PICTURE, { contentType: 'image/jpeg, text/html' }),
  ],
  ['any type of picture', false, () => open.upload(PICTURE, { contentType: 'image/*' })],
  ['an empty type', false, () => open.upload(PICTURE, { contentType: '' })],
  ['two encodings', false, () => open.upload(PICTURE, { contentEncoding: 'identity, br' })],
  ['a PDF', false, () => open.upload(PICTURE, { contentType: 'application/pdf' })],
  ['no type', false, () => open.upload(PICTURE, { contentType: null })],
  ['gzip as encoding', false, () => open.upload(PICTURE, { contentEncoding: 'gzip' })],
  ['a name of 9 characters', false, () => open.upload(`${FOLDER}/aZ09bcdef.jpg`)],
  ['a name with a sign in it', false, () => open.upload(`${FOLDER}/aZ09_cdefg.jpg`)],
  ['an extension in capitals', false, () => open.upload(`${FOLDER}/aZ09bcdefg.JPG`)],
  ['two extensions', false, () => open.upload(`${FOLDER}/aZ09bcdefg.jpg.jpg`)],
  ['no extension', false, () => open.upload(`${FOLDER}/aZ09bcdefg`)],
  ['a name with a dot segment', false, () => open.upload(`${FOLDER}/./aZ09bcdefg.jpg`)],
  ['a slash at the end', false, () => open.upload(`${PICTURE}/`)],
  ['a slash at the start', false, () => open.upload(`/${PICTURE}`)],
  ['a slash twice', false, () => open.upload(`requests//${ID}/aZ09bcdefg.jpg`)],
  ['a slash in percent code', false, () => open.upload(`requests/${ID}%2FaZ09bcdefg.jpg`)],
  ['a backslash', false, () => open.upload(`requests\\${ID}\\aZ09bcdefg.jpg`)],
  ['a NUL before another ending', false, () => open.upload(`${FOLDER}/aZ09bcdefg.html\0.jpg`)],
  ['a line break at the end', false, () => open.upload(`${PICTURE}\n`)],
  ['letters that look alike', false, () => open.upload(`${FOLDER}/ΖΖ09bcdefg.jpg`)],
  ['a name of 2,000 letters', false, () => open.upload(`${FOLDER}/${'x'.repeat(2000)}.jpg`)],
  ['a deeper folder', false, () => open.upload(`${FOLDER}/more/aZ09bcdefg.jpg`)],
  ['no folder', false, () => open.upload('aZ09bcdefg.jpg')],
  ['the gallery', false, () => open.upload('gallery/aZ09bcdefg.jpg')],
  ['a work in the gallery', false, () => open.upload('gallery/oak/aZ09bcdefg.jpg')],
  ['a request that is not there', false, () => nothing.upload(PICTURE)],
  ['the folder of another id', false, () => open.upload(`requests/${OTHER_ID}/aZ09bcdefg.jpg`)],
  ['a folder whose name is no id', false, () => open.upload('requests/..abc/aZ09bcdefg.jpg')],
  [
    'a folder whose name is no id, of a document that is there',
    false,
    () => new World({ 'requests/draft': storedRequest() }).upload('requests/draft/aZ09bcdefg.jpg'),
  ],
  ['a request that was sent', false, () => sent.upload(PICTURE)],
  ["overwriting somebody's picture", false, () => open.upload(`${FOLDER}/already001.jpg`)],
];

const others: Row[] = [
  ['getting a picture of the gallery', true, () => open.getObject('gallery/oak/cover.jpg')],
  ['listing the gallery', false, () => open.listObjects('gallery')],
  ['deleting from the gallery', false, () => open.deleteObject('gallery/oak/cover.jpg')],
  ['getting a picture of a request', false, () => user.getObject(PICTURE)],
  ['listing a folder', false, () => user.listObjects(FOLDER)],
  ['listing a folder, with a slash', false, () => user.listObjects(`${FOLDER}/`)],
  ['listing all requests', false, () => user.listObjects('requests')],
  ['listing the bucket', false, () => user.listObjects('')],
  [
    'another type for a picture that is there',
    false,
    () => user.changeObject(PICTURE, { contentType: 'text/html' }),
  ],
  [
    'another type for a picture of the gallery',
    false,
    () => user.changeObject('gallery/oak/cover.jpg', { contentType: 'text/html' }),
  ],
  ['deleting a picture', false, () => user.deleteObject(PICTURE)],
  ['getting anything else', false, () => user.getObject('secret.txt')],
];

/** What anybody may do with files (storage.rules). */
export const storage: Section[] = [
  { title: 'uploading', rows: uploads },
  { title: 'getting, listing and deleting', rows: others },
];
