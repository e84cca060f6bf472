/** Who strangers are to Firestore (REST v1), what is stored, and the calls that they make. */
import { idToken, ROOT } from '../firestore/server';
import {
  EARLIER,
  ID,
  newRequest,
  newReview,
  REVIEW_ID,
  storedRequest,
  uploaded,
  USER,
  WORK,
  without,
} from '../../rules/samples';
import { type Fields, toFields } from '../../rules/world';

/** Who asks, by the header that is sent. */
export const CALLERS = {
  visitor: undefined,
  user: `Bearer ${idToken(USER)}`,
  'a password user': `Bearer ${idToken(USER, { firebase: { sign_in_provider: 'password' } })}`,
  'a user of a list of providers': `Bearer ${idToken(USER, { firebase: { sign_in_provider: ['google.com'] } })}`,
  'a user without provider': `Bearer ${idToken(USER, { firebase: null })}`,
  'a user whose id is a path': `Bearer ${idToken('x/../../reviewers/y')}`,
  'a user whose id goes up': `Bearer ${idToken('..')}`,
  'an expired user': `Bearer ${idToken(USER, { exp: 1 })}`,
  'a signed token': `Bearer ${idToken(USER)}c2lnbmVk`,
  'a token of nobody': `Bearer ${idToken('')}`,
  'a broken token': 'Bearer a.b.',
  'a password in the header': 'Basic b3duZXI6b3duZXI=',
  'almost the owner': 'Bearer Owner',
} satisfies Record<string, string | undefined>;

export type Caller = keyof typeof CALLERS;

export interface Call {
  method: string;
  /** Below `/v1/`. */
  path: string;
  body?: unknown;
}

export type Case = [who: Caller, what: string, expected: string, call: Call];

export const OPEN = '2222222222';
export const SENT = '3333333333';
export const THEIRS = 'bB3dE6gH9k';

/** What is stored before each case. */
export const stored: Record<string, Fields> = {
  [WORK]: { title: 'Oak kitchen', created: EARLIER },
  'configurations/configurations': { services_types: [] },
  'version/current': { version: 0.62 },
  [`requests/${OPEN}`]: storedRequest({ id: OPEN }),
  [`requests/${SENT}`]: storedRequest({ id: SENT, files: [uploaded()] }),
  [`${WORK}/reviews/${THEIRS}`]: newReview({ id: THEIRS, user: 'user-two', created: EARLIER }),
  [`${WORK}/reviewers/user-two`]: { review: THEIRS },
};

export const OK = '200';
export const DENIED = '403 PERMISSION_DENIED';
export const INVALID = '400 INVALID_ARGUMENT';
export const NOT_FOUND = '404 NOT_FOUND';
export const UNKNOWN_CALLER = '401 UNAUTHENTICATED';
export const NOT_THERE = '501 UNIMPLEMENTED';

export const REQUEST_TIME = { fieldPath: 'created', setToServerValue: 'REQUEST_TIME' };

/** A document with the server's clock for `created`, unless a time is given. */
export function write(path: string, data: Fields) {
  const isForged = Object.hasOwn(data, 'created') && typeof data['created'] !== 'symbol';
  const fields = toFields(isForged ? data : without(data, 'created'));
  const update = { name: `${ROOT}/${path}`, fields };
  return isForged ? { update } : { update, updateTransforms: [REQUEST_TIME] };
}

export const commit = (...writes: unknown[]): Call => ({
  method: 'POST',
  path: `${ROOT}:commit`,
  body: { writes },
});
export const request = (changes: Fields = {}, id = ID) =>
  write(`requests/${id}`, newRequest({ id, ...changes }));
export const create = (changes: Fields = {}, id = ID) => commit(request(changes, id));
/** A request with fields as they go over the wire. */
export const raw = (fields: object) => {
  const { update, ...rest } = request();
  return commit({ ...rest, update: { ...update, fields: { ...update.fields, ...fields } } });
};
export const patch = (id: string, data: Fields, fieldPaths = Object.keys(data)) =>
  commit({
    update: { name: `${ROOT}/requests/${id}`, fields: toFields(data) },
    updateMask: { fieldPaths },
  });
export const transform = (id: string, ...updateTransforms: unknown[]) =>
  commit({
    update: { name: `${ROOT}/requests/${id}`, fields: {} },
    updateMask: { fieldPaths: [] },
    updateTransforms,
  });
export const review = (changes: Fields = {}, id = REVIEW_ID, work = WORK) =>
  write(`${work}/reviews/${id}`, newReview({ id, ...changes }));
export const marker = (id = REVIEW_ID, uid = USER, more: Fields = {}) => ({
  update: {
    name: `${ROOT}/${WORK}/reviewers/${uid}`,
    fields: toFields({ review: id, ...more }),
  },
});
export const remove = (path: string) => ({ delete: `${ROOT}/${path}` });
export const read = (path: string): Call => ({ method: 'GET', path: `${ROOT}/${path}` });
export const query = (structuredQuery: object, below = ''): Call => ({
  method: 'POST',
  path: `${ROOT}${below}:runQuery`,
  body: { structuredQuery },
});
export const from = (collectionId: string, more: object = {}) =>
  query({ from: [{ collectionId }], ...more });

export const nested = (depth: number): object =>
  depth === 0 ? { stringValue: 'x' } : { mapValue: { fields: { a: nested(depth - 1) } } };
export const deepList = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
export const deepText = (place: (value: string) => string) => place(deepList(50_000));
