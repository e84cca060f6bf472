import { FIELD_LIMITS, MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../../../src/domain/constants';
import { IMAGE_TYPES } from '../../../src/domain/validation';
import {
  address,
  EARLIER,
  ID,
  newRequest,
  OTHER_ID,
  REQUEST,
  storedRequest,
  uploaded,
  without,
} from '../samples';
import { Float, type Fields, REQUEST_TIME, signedIn, World, type Write } from '../world';
import { commits, type Row, type Section } from './section';

const empty = new World();
const taken = new World({ [REQUEST]: storedRequest() });
const sameInstant = new World({ [REQUEST]: newRequest() });
const accepted = new World({ [REQUEST]: storedRequest({ status: 2 }) });
const sent = new World({ [REQUEST]: storedRequest({ files: [uploaded()] }) });

const create = (data: Fields, path = REQUEST) => empty.commit({ set: path, data });
const attach = (files: Fields['files'], world = taken) =>
  world.commit({ update: REQUEST, data: { files: files! } });
const change = (data: Fields): Write => ({ update: REQUEST, data });
const replace = (changes: Fields): Write => ({ set: REQUEST, data: newRequest(changes) });
const text = (length: number) => 'x'.repeat(length);
const categories = (count: number) => Array.from({ length: count }, (_, index) => `type-${index}`);

/** Requests that differ from what the page writes. */
const creates = (expected: boolean, table: [what: string, changes: Fields][]) =>
  table.map(([what, changes]): Row => [what, expected, () => create(newRequest(changes))]);

const creating: Row[] = [
  ...creates(true, [
    ['a request as the page writes it', {}],
    ['no categories', { categories: [] }],
    [`${MAX_CATEGORIES} categories`, { categories: categories(MAX_CATEGORIES) }],
    ['a category of the longest length', { categories: [text(MAX_CATEGORY_LENGTH), 'b'] }],
    ['one of the longest length at the end', { categories: ['a', text(MAX_CATEGORY_LENGTH)] }],
    ['letters of every script', { name: 'José 李 🪵', categories: ['cocina y baño'] }],
  ]),
  ...creates(false, [
    ['an extra key', { admin: true }],
    ['status 2', { status: 2 }],
    ['the key of a prototype', { toString: 'x' }],
    ['status 1.0, a double', { status: new Float(1) }],
    ['status "1"', { status: '1' }],
    ['a forged created', { created: EARLIER }],
    ['an id that is not the document', { id: OTHER_ID }],
    ['files from the start', { files: [uploaded()] }],
    ['categories that are no list', { categories: 'kitchen' }],
    [`${MAX_CATEGORIES + 1} categories`, { categories: categories(MAX_CATEGORIES + 1) }],
    ['a category too long', { categories: ['a', text(MAX_CATEGORY_LENGTH + 1)] }],
    ['one too long at the start', { categories: [text(MAX_CATEGORY_LENGTH + 1), 'b'] }],
    ['an empty category first', { categories: ['', 'b'] }],
    ['a category with a line break', { categories: ['a\nb'] }],
    ['an empty category', { categories: ['a', ''] }],
    ['a number as category', { categories: ['a', 1] }],
    ['a map as category', { categories: [{ id: 'a' }] }],
  ]),
  ...commits(new World({}, signedIn('u')), true, [
    ['the same by a signed-in visitor', replace({})],
  ]),
  ...[
    '123456789',
    '0234567890',
    '12345abcde',
    '12345678901',
    '１２３４５６７８９０',
    `${ID}\n`,
  ].map((id): Row => [`the id ${id}`, false, () => create(newRequest({ id }), `requests/${id}`)]),
  ['a document below a request', false, () => create(newRequest(), `${REQUEST}/more/${ID}`)],
];

for (const key of Object.keys(newRequest()))
  creating.push([`no ${key}`, false, () => create(without(newRequest(), key))]);
for (const [key, limit] of Object.entries(FIELD_LIMITS)) {
  creating.push(
    ...creates(true, [
      [`${key} of 1 character`, { [key]: 'x' }],
      [`${key} of ${limit} characters`, { [key]: text(limit) }],
    ]),
    ...creates(false, [
      [`${key} of ${limit + 1} characters`, { [key]: text(limit + 1) }],
      [`an empty ${key}`, { [key]: '' }],
      [`a number as ${key}`, { [key]: 7 }],
      [`null as ${key}`, { [key]: null }],
      [`a list as ${key}`, { [key]: ['a'] }],
    ]),
  );
}

const reading: Row[] = [
  ['reading a request', false, () => taken.get(REQUEST)],
  ['listing requests', false, () => taken.list('requests')],
  ['deleting a request', false, () => taken.commit({ delete: REQUEST })],
];

const again = replace({});
const replaying: Row[] = [
  ['the same create again', true, () => taken.commit(again)],
  ['the same create in the same instant', true, () => sameInstant.commit(again)],
  ['the same create after the files were attached', false, () => sent.commit(again)],
  ['the same create after the business changed the status', false, () => accepted.commit(again)],
  ...commits(taken, true, [
    ['the status as a double of the same number', change({ status: new Float(1) })],
  ]),
  ...commits(sent, false, [['changing the phone of a sent request', change({ phone: '+1' })]]),
  ...commits(taken, false, [
    ["a stranger's request under a taken id", replace({ name: 'Somebody Else' })],
    ['the same create with a forged created', replace({ created: new Date(0) })],
    ['the same create without a key', { set: REQUEST, data: without(newRequest(), 'phone') }],
    ['changing the phone', change({ phone: '+1' })],
  ]),
];

const png = uploaded({}, 'Picture002.png');
const foreign = `requests/${OTHER_ID}/aZ09bcdefg.jpg`;
const ref = String(uploaded()['ref']);
const token = (value: string) => address(ref).replace(/token=.*/, `token=${value}`);
const local = (world: string) => address(ref, world);
const localSeed = {
  download_address:
    'http://(localhost|127[.]0[.]0[.][0-9]+)(:[0-9]+)?/v0/b/demo-cabinets[.]appspot[.]com/o/',
};
const seeded = new World({
  [REQUEST]: storedRequest(),
  'configurations/configurations': { services_types: [], ...localSeed },
});
const unseeded = new World({
  [REQUEST]: storedRequest(),
  'configurations/configurations': { services_types: [] },
});
/** A file whose addresses are those of a Storage service. */
const at = (origin: string, bucket = 'demo-cabinets.appspot.com') => {
  const root = `${origin}/v0/b/${bucket}/o/`;
  return uploaded({ url: local(root), thumb: address(String(uploaded()['thumbRef']), root) });
};
const FOREIGN = 'https://evil.example/x.jpg';

/** Files of a request that awaits them, unless another world is named. */
const attaches = (
  expected: boolean,
  table: [what: string, files: Fields['files'], world?: World][],
) => table.map(([what, files, world]): Row => [what, expected, () => attach(files, world)]);
/** One file each. */
const attachesOne = (expected: boolean, table: [what: string, file: Fields][]) =>
  attaches(
    expected,
    table.map(([what, file]) => [what, [file]]),
  );

const attaching: Row[] = [
  ...attachesOne(true, [
    ['one file', uploaded()],
    ['a token with capitals', uploaded({ url: token('A-Token') })],
  ]),
  ...attachesOne(false, [
    ['an empty token', uploaded({ url: token('') })],
    ['an extra key in a file', uploaded({ size: 1 })],
    ['a number as url', uploaded({ url: 7 })],
    ["a ref in another request's folder", uploaded({ ref: foreign, url: address(foreign) })],
    ['a thumbRef in another folder', uploaded({ thumbRef: foreign, thumb: address(foreign) })],
    ['an svg', uploaded({}, 'aZ09bcdefg.svg')],
    [
      'the right path on a foreign host',
      uploaded({ url: local('https://evil.example/v0/b/demo-cabinets.appspot.com/o/') }),
    ],
    [
      'a foreign host that ends like the right one',
      uploaded({ url: local('https://evil.firebasestorage.googleapis.com/v0/b/b/o/') }),
    ],
    ['a script as url', uploaded({ url: `javascript:alert(1)//${address(ref)}` })],
    ['the url of another object', uploaded({ url: address(foreign) })],
    [
      'a url where the dot of the name is another letter',
      uploaded({ url: address(ref.replace('.', 'x')) }),
    ],
    ['a url without token', uploaded({ url: address(ref).split('&')[0]! })],
  ]),
  ...Object.keys(IMAGE_TYPES).map((extension): Row => [
    `a .${extension}`,
    true,
    () => attach([uploaded({}, `aZ09bcdefg.${extension}`)]),
  ]),
  ...attaches(true, [
    ['two files', [uploaded(), png]],
    ['the same attach again', [uploaded()], sent],
    ['default address without the field', [uploaded()], unseeded],
    ['a local address where the configuration says so', [at('http://127.0.0.2:9199')], seeded],
  ]),
  ...attaches(false, [
    ['a bucket without a name', [at('https://firebasestorage.googleapis.com', '')]],
    ['a second file with a foreign url', [uploaded(), { ...png, url: FOREIGN }]],
    ['a first file with a foreign url', [uploaded({ url: FOREIGN }), png]],
    ['a local address where it does not', [at('http://localhost:9199')]],
    ["another bucket's address", [at('http://localhost:9199', 'other.appspot.com')], seeded],
    ['no files, in the place of some', [], sent],
    ['three files', [uploaded(), png, uploaded({}, 'Picture003.png')]],
    ['a file more than those attached', [uploaded(), png], sent],
    ['a text instead of a file', [ref]],
    ['a file without thumbnail', [without(uploaded(), 'thumb')]],
    ['files of a request that is not there', [uploaded()], empty],
  ]),
  ...commits(taken, false, [
    ['files and the time', change({ files: [uploaded()], created: REQUEST_TIME })],
    ['files and another field', change({ files: [uploaded()], status: 2 })],
  ]),
];

/** What anybody may do with requests (firestore.rules). */
export const requests: Section[] = [
  { title: 'creating a request', rows: creating },
  { title: 'reading and deleting requests', rows: reading },
  { title: 'replaying and overwriting', rows: replaying },
  { title: 'attaching files', rows: attaching },
];
