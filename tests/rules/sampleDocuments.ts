import { type Fields, type Plain, REQUEST_TIME, type Write } from './rulesWorld';

export const ID = '1234567890';
export const OTHER_ID = '9876543210';
export const REQUEST = `requests/${ID}`;
export const TICKET = `uploads/${ID}`;
export const SECRET = 'aB3dE6gH9kLmN0pQ2rS4tU';
export const RECEIPT = `receipts/${SECRET}`;
export const NAMES = ['aZ09bcdefg.jpg', 'Picture002.png'];
export const THUMB_NAMES = ['thumb01234.jpg', 'thumb56789.jpg'];
export const EARLIER = new Date('2026-03-01T00:00:00.000Z');
const ADDRESS = 'https://firebasestorage.googleapis.com/v0/b/demo-cabinets.appspot.com/o/';

/** A request as the page creates it. */
export function newRequest(changes: Fields = {}): Fields {
  return {
    id: ID,
    created: REQUEST_TIME,
    name: 'Ann Example',
    status: 1,
    email: 'ann@example.com',
    categories: ['kitchen', 'bath'],
    description: 'Twelve oak doors, painted white in 2009.',
    phone: '+1 770 555 0100',
    address: '12 Oak St, Lawrenceville, GA',
    files: [],
    ...changes,
  };
}

/** The same request as it lies in the database. */
export function storedRequest(changes: Fields = {}): Fields {
  return newRequest({ created: EARLIER, ...changes });
}

/** The upload ticket as the page creates it. */
export function newTicket(changes: Fields = {}): Fields {
  const created = REQUEST_TIME;
  const signals = { honeypot: '', seconds: 42 };
  return {
    images: NAMES,
    thumbs: THUMB_NAMES,
    receipt: SECRET,
    created,
    ...signals,
    ...changes,
  };
}

export const newReceipt = (changes: Fields = {}): Fields => ({
  id: ID,
  attached: false,
  ...changes,
});

/** What is there after a request was created, and after its files were attached. */
export const createdDocuments = (files: Fields[] = []): Record<string, Fields> => ({
  [REQUEST]: storedRequest({ files }),
  [TICKET]: newTicket({ created: EARLIER }),
  [RECEIPT]: newReceipt({ attached: files.length > 0 }),
});

export const DAY = 24 * 60 * 60_000;

/** What is there `milliseconds` after a request was created without its files. */
export const agedDocuments = (milliseconds: number): Record<string, Fields> => ({
  ...createdDocuments(),
  [TICKET]: newTicket({ created: new Date(REQUEST_TIME.getTime() - milliseconds) }),
});

/** The batch that creates a request. */
export const creation = (
  changes: { request?: Fields; ticket?: Fields; receipt?: Fields } = {},
): [Write, Write, Write] => [
  { set: REQUEST, data: newRequest(changes.request) },
  { set: TICKET, data: newTicket(changes.ticket) },
  { set: RECEIPT, data: newReceipt(changes.receipt) },
];

export function without(fields: Fields, key: string): Fields {
  const { [key]: _, ...rest } = fields;
  return rest;
}

export function address(ref: string, root: string = ADDRESS): string {
  return `${root}${encodeURIComponent(ref)}?alt=media&token=0f8fad5b-d9cb-469f-a165-70867728950e`;
}

/** An entry of `files` with its picture and thumbnail in the folder of request ID. */
export function uploaded(changes: Fields = {}, index = 0): Fields {
  const ref = `requests/${ID}/${NAMES[index]}`;
  const thumbRef = `requests/${ID}/${THUMB_NAMES[index]}`;
  return { ref, url: address(ref), thumbRef, thumb: address(thumbRef), ...changes };
}

export const REVIEW_ID = 'aB3dE6gH9k';
export const WORK = 'gallery/oak-kitchen';
export const USER = 'user-one';

export function newReview(changes: Fields = {}): Fields {
  return {
    id: REVIEW_ID,
    text: 'Like new.',
    stars: 5,
    user: USER,
    created: REQUEST_TIME,
    ...changes,
  };
}

export const work: Record<string, Plain> = {
  id: 'oak-kitchen',
  title: 'Oak kitchen',
  created: EARLIER,
  cover: { url: '/a.jpg', thumb: '/b.jpg', width: 1600 },
  before: [],
  after: [],
  town: 'an extra field of the owner',
};

/** The batch that moves a document: it goes from its path, and the copy has all of it under a key, and the time. */
export const moving = (path: string, copy: string, data: Fields): [Write, Write] => [
  { delete: path },
  { set: copy, data: { [keyOf(copy)]: data, at: REQUEST_TIME } },
];

/** The batch that undoes this. */
export const puttingBack = (path: string, copy: string, data: Fields): [Write, Write] => [
  { set: path, data },
  { delete: copy },
];

const keyOf = (copy: string) => (copy.startsWith('removed/') ? 'work' : 'review');
export const copyOf = (copy: string, data: Fields, at = EARLIER): Fields => ({
  [keyOf(copy)]: data,
  at,
});
