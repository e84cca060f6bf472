import { MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../../../src/domain/constants';
import { TEXT_FIELD_NAMES, textField } from '../../../src/domain/requestFields';
import { IMAGE_TYPES } from '../../support/acceptedTypes';
import {
  createdDocuments,
  creation,
  EARLIER,
  ID,
  NAMES,
  newReceipt,
  newRequest,
  newTicket,
  OTHER_ID,
  RECEIPT,
  REQUEST,
  SECRET,
  storedRequest,
  THUMB_NAMES,
  TICKET,
  uploaded,
  without,
} from '../sampleDocuments';
import { Float, type Fields, signedIn, World, type Write } from '../rulesWorld';
import { attachments } from './attachments';
import { commits, type Row, type Section } from './section';

const empty = new World();
const taken = new World(createdDocuments());
const sent = new World(createdDocuments([uploaded()]));

const create = (request: Fields) => empty.commit(...creation({ request }));
const change = (data: Fields): Write => ({ update: REQUEST, data });
const replace = (changes: Fields): Write => ({ set: REQUEST, data: newRequest(changes) });
const text = (length: number) => 'x'.repeat(length);
/** A text of so many UTF-16 units, one code point less. */
const emoji = (length: number) => `${text(length - 2)}🪵`;
const categories = (count: number) => Array.from({ length: count }, (_, index) => `type-${index}`);

/** Requests that differ from what the page writes. */
const creates = (expected: boolean, table: [what: string, changes: Fields][]) =>
  table.map(([what, changes]): Row => [what, expected, () => create(changes)]);

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
    ['a forged created', { created: EARLIER }],
    ['an id that is not the document', { id: OTHER_ID }],
    ['files from the start', { files: [uploaded()] }],
    ['categories that are no list', { categories: 'kitchen' }],
    [`${MAX_CATEGORIES + 1} categories`, { categories: categories(MAX_CATEGORIES + 1) }],
    ['a category too long', { categories: ['a', text(MAX_CATEGORY_LENGTH + 1)] }],
    ['one too long at the start', { categories: [text(MAX_CATEGORY_LENGTH + 1), 'b'] }],
    ['an empty category first', { categories: ['', 'b'] }],
    ['a category with a line break', { categories: ['a\nb'] }],
    ['nothing but an empty category', { categories: [''] }],
  ]),
  ...commits(new World({}, signedIn('u')), true, [
    ['the same by a signed-in visitor', ...creation()],
  ]),
  ...[
    '123456789',
    '0234567890',
    '12345abcde',
    '12345678901',
    '１２３４５６７８９０',
    `${ID}\n`,
  ].map((id): Row => [
    `the id ${id}`,
    false,
    () =>
      empty.commit(
        { set: `requests/${id}`, data: newRequest({ id }) },
        { set: `uploads/${id}`, data: newTicket() },
        { set: RECEIPT, data: newReceipt({ id }) },
      ),
  ]),
  ...commits(empty, false, [
    ['a document below a request', { set: `${REQUEST}/more/${ID}`, data: newRequest() }],
  ]),
];

for (const key of Object.keys(newRequest()))
  creating.push([
    `no ${key}`,
    false,
    () => {
      const [, ...others] = creation();
      return empty.commit({ set: REQUEST, data: without(newRequest(), key) }, ...others);
    },
  ]);
for (const key of TEXT_FIELD_NAMES) {
  const { limit, ifEmpty } = textField(key);
  creating.push(
    ...creates(true, [
      [`${key} of 1 character`, { [key]: 'x' }],
      [`${key} of ${limit} characters`, { [key]: text(limit) }],
      [`${key} of ${limit - 2} and an emoji, which counts as two`, { [key]: emoji(limit) }],
    ]),
    ...creates(false, [
      [`${key} of ${limit + 1} characters`, { [key]: text(limit + 1) }],
      [`${key} of ${limit - 1} and an emoji`, { [key]: emoji(limit + 1) }],
      [`a number as ${key}`, { [key]: 7 }],
      [`a list as ${key}`, { [key]: ['a'] }],
    ]),
    ...creates(ifEmpty === undefined, [[`an empty ${key}`, { [key]: '' }]]),
  );
}

const [request, ticket, receipt] = creation();
const OTHERS = `uploads/${OTHER_ID}`;
const otherReceipt = 'zzzzzzzzzzzzzzzzzzzzzz';
const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `name00000${index}.jpg`);
/** Batches in which the ticket or the receipt is another. */
const pairs = (
  expected: boolean,
  table: [what: string, changes: Parameters<typeof creation>[0]][],
) =>
  commits(
    empty,
    expected,
    table.map(([what, changes]) => [what, ...creation(changes)]),
  );
const withTicket = (expected: boolean, table: [what: string, ticket: Fields][]) =>
  pairs(
    expected,
    table.map(([what, changes]) => [`a ticket with ${what}`, { ticket: changes }]),
  );

const together: Row[] = [
  ...commits(empty, false, [
    ['a request alone', request],
    ['a ticket alone', ticket],
    ['a receipt alone', receipt],
    ['no ticket', request, receipt],
    ['no receipt', request, ticket],
    ['no request', ticket, receipt],
    ["another id's ticket", request, { set: OTHERS, data: newTicket() }, receipt],
    [
      'a receipt of another name than the ticket says',
      request,
      ticket,
      { set: `receipts/${otherReceipt}`, data: newReceipt() },
    ],
    ...['short', `${SECRET}x`, `${SECRET.slice(1)}-`].map((name): [string, ...Write[]] => [
      `a receipt named ${name}`,
      request,
      { set: TICKET, data: newTicket({ receipt: name }) },
      { set: `receipts/${name}`, data: newReceipt() },
    ]),
    [
      'a ticket without images',
      request,
      { set: TICKET, data: without(newTicket(), 'images') },
      receipt,
    ],
    ['a receipt without attached', request, ticket, { set: RECEIPT, data: { id: ID } }],
    [
      'two requests with one receipt',
      ...creation(),
      { set: `requests/${OTHER_ID}`, data: newRequest({ id: OTHER_ID }) },
      { set: OTHERS, data: newTicket() },
    ],
  ]),
  ...withTicket(true, [
    ['no names', { images: [], thumbs: [] }],
    ['a filled honeypot', { honeypot: text(200) }],
    ['an emoji in a filled honeypot', { honeypot: emoji(200) }],
    ['no time at all in the form', { seconds: 0 }],
    ['one name each', { images: names(1), thumbs: ['thumb01234.jpg'] }],
    ...Object.keys(IMAGE_TYPES).map((extension): [string, Fields] => [
      `a .${extension}`,
      { images: [`aZ09bcdefg.${extension}`, NAMES[1]!] },
    ]),
  ]),
  ...withTicket(false, [
    ['three images', { images: names(3), thumbs: names(3) }],
    ['fewer thumbnails', { thumbs: names(1) }],
    ['a second name that is none', { images: [NAMES[0]!, 'aZ09bcdefg.svg'] }],
    ['a thumbnail without extension', { thumbs: ['thumb01234', THUMB_NAMES[1]!] }],
    ['a name of 9 characters', { images: ['aZ09bcdef.jpg', NAMES[1]!] }],
    ['another letter for the dot', { images: ['aZ09bcdefgxjpg', NAMES[1]!] }],
    ['an extra key', { admin: true }],
    ['too much in the honeypot', { honeypot: text(201) }],
    ['too much in the honeypot by an emoji', { honeypot: emoji(201) }],
    ['a list in the honeypot', { honeypot: [] }],
    ['seconds before it was opened', { seconds: -1 }],
    ['a part of a second', { seconds: new Float(1.5) }],
    ['a forged time', { created: EARLIER }],
  ]),
  ...pairs(false, [
    ['a receipt that says attached', { receipt: { attached: true } }],
    ['a receipt of another id', { receipt: { id: OTHER_ID } }],
    ['a receipt with more in it', { receipt: { more: 1 } }],
  ]),
];

const ticketless = new World({ [REQUEST]: storedRequest() });
const reading: Row[] = [
  ['reading a request', false, () => taken.get(REQUEST)],
  ['listing requests', false, () => taken.list('requests')],
  ['deleting a request', false, () => taken.commit({ delete: REQUEST })],
  ['reading a ticket', false, () => taken.get(TICKET)],
  ['listing tickets', false, () => taken.list('uploads')],
  ['deleting a ticket', false, () => taken.commit({ delete: TICKET })],
  ['reading a receipt by its name', true, () => taken.get(RECEIPT)],
  ['reading one that is not there', true, () => empty.get(RECEIPT)],
  ['listing receipts', false, () => taken.list('receipts')],
  ['deleting a receipt', false, () => taken.commit({ delete: RECEIPT })],
];

const replaying: Row[] = [
  ['the same batch again', false, () => taken.commit(...creation())],
  ...commits(taken, false, [
    [
      'the same under a fresh id, with the same receipt',
      { set: `requests/${OTHER_ID}`, data: newRequest({ id: OTHER_ID }) },
      { set: OTHERS, data: newTicket() },
      { set: RECEIPT, data: newReceipt({ id: OTHER_ID }) },
    ],
    [
      'the same under the same id, with another receipt',
      request,
      { set: TICKET, data: newTicket({ receipt: otherReceipt }) },
      { set: `receipts/${otherReceipt}`, data: newReceipt() },
    ],
  ]),
  [
    'a request on a ticket that was left over',
    false,
    () => new World({ [TICKET]: newTicket({ created: EARLIER }) }).commit(request),
  ],
  ['a ticket for a request that has none', false, () => ticketless.commit(ticket, receipt)],
  ...commits(sent, false, [
    ['changing the phone of a sent request', change({ phone: '+1' })],
    ['other files for a sent request', change({ files: [uploaded({}, 1)] })],
    ['its receipt attached once more', { update: RECEIPT, data: { attached: true } }],
    ['its receipt attached no more', { update: RECEIPT, data: { attached: false } }],
  ]),
  ...commits(taken, false, [
    ['the request again, as it is', { set: REQUEST, data: storedRequest() }],
    ["a stranger's request under a taken id", replace({ name: 'Somebody Else' })],
    ['the status as a double of the same number', change({ status: new Float(1) })],
    ['the ticket as it is', { set: TICKET, data: newTicket({ created: EARLIER }) }],
    ['another name in the ticket', { update: TICKET, data: { images: names(2) } }],
    ['the receipt as it is', { update: RECEIPT, data: { attached: false } }],
    ['the receipt attached, without files', { update: RECEIPT, data: { attached: true } }],
    ['another id in the receipt', { update: RECEIPT, data: { id: OTHER_ID } }],
  ]),
];

/** What anybody may do with requests (firestore.rules). */
export const requests: Section[] = [
  { title: 'creating a request', rows: creating },
  { title: 'request, ticket and receipt together', rows: together },
  { title: 'reading and deleting', rows: reading },
  { title: 'replaying and overwriting', rows: replaying },
  ...attachments,
];
