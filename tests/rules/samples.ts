import { type Fields, type Plain, REQUEST_TIME } from './world';

export const ID = '1234567890';
export const OTHER_ID = '9876543210';
export const REQUEST = `requests/${ID}`;
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

export function without(fields: Fields, key: string): Fields {
  const { [key]: _, ...rest } = fields;
  return rest;
}

export function address(ref: string, root: string = ADDRESS): string {
  return `${root}${encodeURIComponent(ref)}?alt=media&token=0f8fad5b-d9cb-469f-a165-70867728950e`;
}

/** An entry of `files` with its picture and thumbnail in the folder of request ID. */
export function uploaded(changes: Fields = {}, picture = 'aZ09bcdefg.jpg'): Fields {
  const ref = `requests/${ID}/${picture}`;
  const thumbRef = `requests/${ID}/thumb01234.jpg`;
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
