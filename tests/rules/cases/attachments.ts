import {
  address,
  agedDocuments,
  createdDocuments,
  storedRequest,
  DAY,
  ID,
  OTHER_ID,
  RECEIPT,
  REQUEST,
  uploaded,
  without,
} from '../sampleDocuments';
import { type Fields, REQUEST_TIME, World, type Write } from '../rulesWorld';
import { commits, type Row, type Section } from './section';

const empty = new World();
const ticketless = new World({ [REQUEST]: storedRequest() });
const taken = new World(createdDocuments());
const sent = new World(createdDocuments([uploaded()]));
const answered = new World({ ...createdDocuments(), [REQUEST]: storedRequest({ status: 2 }) });
const attachment = (files: Fields['files']): [Write, Write] => [
  { update: REQUEST, data: { files: files! } },
  { update: RECEIPT, data: { attached: true } },
];
const change = (data: Fields): Write => ({ update: REQUEST, data });
const otherReceipt = 'receipts/zzzzzzzzzzzzzzzzzzzzzz';
const attach = (files: Fields['files'], world = taken) => world.commit(...attachment(files));
const png = uploaded({}, 1);
const foreign = `requests/${OTHER_ID}/aZ09bcdefg.jpg`;
const strange = `requests/${ID}/strange001.jpg`;
const ref = String(uploaded()['ref']);
const token = (value: string) => address(ref).replace(/token=.*/, `token=${value}`);
const local = (world: string) => address(ref, world);
const configured = (configuration: Fields) =>
  new World({ ...createdDocuments(), 'configurations/configurations': configuration });
const unseeded = configured({ services_types: [] });
const seeded = configured({
  services_types: [],
  download_address:
    'http://(localhost|127[.]0[.]0[.][0-9]{1,3})(:[0-9]{1,5})?/v0/b/demo-cabinets[.]appspot[.]com/o/',
});
/** A file whose addresses are those of a Storage service. */
const at = (origin: string, bucket = 'demo-cabinets.appspot.com') => {
  const root = `${origin}/v0/b/${bucket}/o/`;
  return uploaded({ url: local(root), thumb: address(String(uploaded()['thumbRef']), root) });
};
/** A file whose addresses fit any pattern of the owner's, and have so many characters. */
const loose = configured({ download_address: 'https://.*/o/' });
function ofLength(length: number): Fields {
  const shortest = at('https://', '');
  const missing = length - String(shortest['url']).length;
  const origin = `https://${'x'.repeat(missing)}`;
  return { ...shortest, url: at(origin, '')['url']! };
}
const GOOGLE = 'https://firebasestorage.googleapis.com';
const FOREIGN = 'https://evil.example/x.jpg';

const [filed, attached] = attachment([uploaded()]);
const otherId = { attached: true, id: OTHER_ID };

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
    ['a token of one letter', uploaded({ url: token('a') })],
    ['the longest token', uploaded({ url: token('a'.repeat(64)) })],
  ]),
  ...attachesOne(false, [
    ['an empty token', uploaded({ url: token('') })],
    ['a token that is too long', uploaded({ url: token('a'.repeat(65)) })],
    ['an extra key in a file', uploaded({ size: 1 })],
    ['a number as url', uploaded({ url: 7 })],
    ["a ref in another request's folder", uploaded({ ref: foreign, url: address(foreign) })],
    ['a name that is not of the ticket', uploaded({ ref: strange, url: address(strange) })],
    ['a thumbnail that is not', uploaded({ thumbRef: strange, thumb: address(strange) })],
    ['a deeper folder', uploaded({ ref: `${ref}/x`, url: address(`${ref}/x`) })],
    [
      'the right path on a foreign host',
      uploaded({ url: local('https://evil.example/v0/b/demo-cabinets.appspot.com/o/') }),
    ],
    [
      'a url where the dot of the name is another letter',
      uploaded({ url: address(ref.replace('.', 'x')) }),
    ],
    ['a url without token', uploaded({ url: address(ref).split('&')[0]! })],
  ]),
  ...attaches(true, [
    ['to a request that the owner has answered', [uploaded()], answered],
    ['two files', [uploaded(), png]],
    ['default address without the field', [uploaded()], unseeded],
    ['a bucket of one letter', [at(GOOGLE, 'b')]],
    ['a bucket with every kind of letter', [at(GOOGLE, '0a-b_c.9')]],
    ['the longest name of a bucket', [at(GOOGLE, 'b'.repeat(222))]],
    ['the longest address', [ofLength(500)], loose],
    ['a local address where the configuration says so', [at('http://127.0.0.2:9199')], seeded],
  ]),
  ...attaches(false, [
    ['a bucket without a name', [at(GOOGLE, '')]],
    ['a bucket with a name that is too long', [at(GOOGLE, 'b'.repeat(223))]],
    ...['x\nCall us', '..', '..\\..', 'b?', 'b#', 'b c', 'bäh', 'b%2F'].map(
      (name): [string, Fields[]] => [
        `a bucket ${JSON.stringify(name)}, which leads elsewhere in an address or a mail`,
        [at(GOOGLE, name)],
      ],
    ),
    ['an address that is too long', [ofLength(501)], loose],
    ['a second file with a foreign url', [uploaded(), { ...png, url: FOREIGN }]],
    ['a local address where it does not', [at('http://localhost:9199')]],
    ["another bucket's address", [at('http://localhost:9199', 'other.appspot.com')], seeded],
    ['three files', [uploaded(), png, png]],
    ['no files', []],
    ['the same attach again', [uploaded()], sent],
    ['files of a request without a ticket', [uploaded()], ticketless],
    ['a file more than those attached', [uploaded(), png], sent],
    ['a file without thumbnail', [without(uploaded(), 'thumb')]],
    ['files of a request that is not there', [uploaded()], empty],
  ]),
  ...commits(taken, false, [
    ['files without the receipt', filed],
    ['the time beside the files', change({ files: [uploaded()], created: REQUEST_TIME }), attached],
    ['another id in the receipt', filed, { update: RECEIPT, data: otherId }],
    ['attached gone', filed, { set: RECEIPT, data: { id: ID } }],
    ["another request's receipt", filed, { update: otherReceipt, data: { attached: true } }],
  ]),
];

/** As long as storage.rules take the pictures, and no longer. */
const attachingLate: Row[] = [
  ...attaches(true, [
    ['to a request that the owner has answered', [uploaded()], answered],
    ['a millisecond before 30 days', [uploaded()], new World(agedDocuments(30 * DAY - 1))],
  ]),
  ...attaches(false, [['after 30 days', [uploaded()], new World(agedDocuments(30 * DAY))]]),
];

/** What anybody may do to name a request's uploaded files in it (firestore.rules). */
export const attachments: Section[] = [
  { title: 'attaching files', rows: attaching },
  { title: 'attaching files late', rows: attachingLate },
];
