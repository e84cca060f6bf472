/** Times, ids and owners that strangers claim. */
import { ROOT } from '../firestore/server';
import { EARLIER, ID, newRequest, REVIEW_ID, USER, WORK } from '../../rules/samples';
import { Float, toFields } from '../../rules/world';
import {
  type Case,
  OPEN,
  OK,
  DENIED,
  INVALID,
  UNKNOWN_CALLER,
  REQUEST_TIME,
  write,
  commit,
  request,
  create,
  raw,
  review,
  marker,
  read,
} from './firestoreWire';

/** Times, ids and owners that are not one's own. */
export const forgeries: Case[] = [
  ['visitor', 'a time of last year', DENIED, create({ created: EARLIER })],
  ['visitor', 'a time of next year', DENIED, create({ created: new Date(Date.UTC(2030, 0, 1)) })],
  ['visitor', 'the time of now, by the own clock', DENIED, create({ created: new Date() })],
  [
    'visitor',
    'a forged time and the right one: the server’s counts',
    OK,
    commit({
      ...write(`requests/${ID}`, newRequest({ created: EARLIER })),
      updateTransforms: [REQUEST_TIME],
    }),
  ],
  [
    'visitor',
    'the server’s time for another field',
    DENIED,
    commit({
      ...request(),
      updateTransforms: [REQUEST_TIME, { ...REQUEST_TIME, fieldPath: 'name' }],
    }),
  ],
  [
    'visitor',
    'a time that is none',
    INVALID,
    raw({ created: { timestampValue: '2026-02-30T00:00:00Z' } }),
  ],
  [
    'visitor',
    'another clock than the server has',
    INVALID,
    commit({
      ...request(),
      updateTransforms: [{ fieldPath: 'created', setToServerValue: 'CLIENT_TIME' }],
    }),
  ],
  ['visitor', 'an id in the document that is not its own', DENIED, create({ id: OPEN })],
  ['visitor', 'an id in wide digits', DENIED, create({}, '１２３４５６７８９０')],
  ['visitor', 'an id with a line break', DENIED, create({}, '1234567890\n')],
  ['visitor', 'an id of 11 digits', DENIED, create({}, '12345678901')],
  ['user', 'a review in another name', DENIED, commit(review({ user: 'user-two' }), marker())],
  ['user', 'a review of 6 stars', DENIED, commit(review({ stars: 6 }), marker())],
  [
    'user',
    'a review of NaN stars',
    DENIED,
    commit(review({ stars: new Float(Number.NaN) }), marker()),
  ],
  ['user', 'a review of last year', DENIED, commit(review({ created: EARLIER }), marker())],
  [
    'user',
    'a review of a work that is not there',
    DENIED,
    commit(review({}, REVIEW_ID, 'gallery/none'), {
      update: {
        name: `${ROOT}/gallery/none/reviewers/${USER}`,
        fields: toFields({ review: REVIEW_ID }),
      },
    }),
  ],
  ['visitor', 'a review without signing in', DENIED, commit(review(), marker())],
  ['a password user', 'a review', DENIED, commit(review(), marker())],
  ['a user of a list of providers', 'a review', DENIED, commit(review(), marker())],
  ['a user without provider', 'a review', DENIED, commit(review(), marker())],
  [
    'a user whose id is a path',
    'a review',
    DENIED,
    commit(review({ user: 'x/../../reviewers/y' }), marker()),
  ],
  [
    'a user whose id goes up',
    'a review',
    INVALID,
    commit(review({ user: '..' }), marker(REVIEW_ID, '..')),
  ],
  ['an expired user', 'a review', UNKNOWN_CALLER, commit(review(), marker())],
  ['a signed token', 'a review', UNKNOWN_CALLER, commit(review(), marker())],
  ['a token of nobody', 'a review', UNKNOWN_CALLER, commit(review(), marker())],
  ['a broken token', 'even what is public', UNKNOWN_CALLER, read(WORK)],
  ['a password in the header', 'the requests', UNKNOWN_CALLER, read('requests')],
  ['almost the owner', 'the requests', UNKNOWN_CALLER, read('requests')],
];
