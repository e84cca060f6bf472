/**
 * Firestore answers hostile requests exactly, and keeps what it has. What no document may hold is in
 * `firestore/values.test.ts`.
 */
import { toFields, type Plain } from '../../protoJson';
import type { ProtoFields } from '../../rules/types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newRequest, newReview, REQUEST_ID as ID } from '../project/index';
import { idToken, ROOT, startFirestore, type FirestoreServer } from '../firestore/server';

type Fields = Record<string, Plain>;

const USER = 'user-one';
const WORK = 'gallery/oak-kitchen';
const REVIEW_ID = 'aB3dE6gH9k';
const EARLIER = new Date('2026-03-01T00:00:00.000Z');

/** Who asks, by the header that is sent. */
const CALLERS = {
  user: `Bearer ${idToken(USER)}`,
  'a user whose id is a path': `Bearer ${idToken('x/../../reviewers/y')}`,
  'a user whose id goes up': `Bearer ${idToken('..')}`,
  'a broken token': 'Bearer a.b.',
  'a password in the header': 'Basic b3duZXI6b3duZXI=',
  'almost the owner': 'Bearer Owner',
};

interface Call {
  method: string;
  /** Below `/v1/`. */
  path: string;
  body?: unknown;
}
/** A visitor asks unless somebody else is named. */
type Case = [what: string, expected: string, call: Call, who?: keyof typeof CALLERS | undefined];

const OPEN = '2222222222';
const THEIRS = 'bB3dE6gH9k';
const SECOND = 'second0000';
const MINE = 'gallery/mine';

/** What is stored before each case. */
const stored: Record<string, ProtoFields> = {
  [WORK]: toFields({ title: 'Oak kitchen', created: EARLIER }),
  [`requests/${OPEN}`]: newRequest({ id: OPEN, created: EARLIER }),
  [`${WORK}/reviews/${THEIRS}`]: newReview({ id: THEIRS, user: 'user-two', created: EARLIER }),
  [`${WORK}/reviewers/user-two`]: toFields({ review: THEIRS }),
};

const OK = '200';
const DENIED = '403 PERMISSION_DENIED';
const INVALID = '400 INVALID_ARGUMENT';
const NOT_FOUND = '404 NOT_FOUND';
const UNKNOWN_CALLER = '401 UNAUTHENTICATED';

const REQUEST_TIME = { fieldPath: 'created', setToServerValue: 'REQUEST_TIME' };

/** A document with the server's clock for `created`. */
const write = (path: string, fields: ProtoFields) => ({
  update: { name: `${ROOT}/${path}`, fields },
  updateTransforms: [REQUEST_TIME],
});
const change = (path: string, data: Fields, fieldPaths = Object.keys(data)) => ({
  update: { name: `${ROOT}/${path}`, fields: toFields(data) },
  updateMask: { fieldPaths },
});
const remove = (path: string) => ({ delete: `${ROOT}/${path}` });
const request = (changes: Fields = {}, id = ID) =>
  write(`requests/${id}`, newRequest({ id, ...changes }));
const review = (changes: Fields = {}, id = REVIEW_ID, work = WORK) =>
  write(`${work}/reviews/${id}`, newReview({ id, ...changes }));
const marker = (id = REVIEW_ID, uid = USER) => ({
  update: { name: `${ROOT}/${WORK}/reviewers/${uid}`, fields: toFields({ review: id }) },
});

const post = (body: unknown): Call => ({ method: 'POST', path: `${ROOT}:commit`, body });
const commit = (...writes: unknown[]) => post({ writes });
const create = (changes: Fields) => commit(request(changes));
const read = (path: string): Call => ({ method: 'GET', path: `${ROOT}/${path}` });

/** A request with a text where a name's value stands. */
const nameAs = (value: string) =>
  post(JSON.stringify({ writes: [request({ name: 'NAME' })] }).replace('"NAME"', value));

/** A text in which lists are nested deep enough to overflow a stack. */
const deep = (what: string, place: string): Case => [
  what,
  INVALID,
  post(
    place
      .replace('NAME', `"name":"${ROOT}/requests/${ID}"`)
      .replace('DEEP', '['.repeat(50_000) + ']'.repeat(50_000)),
  ),
];

/** Batches in which one write is to carry another past the rules. */
const denied = (who: Case[3], table: [what: string, ...writes: object[]][]) =>
  table.map(([what, ...writes]): Case => [what, DENIED, commit(...writes), who]);
const posted = [review(), marker()];

const cases: Case[] = [
  // Requests of other people: the same answer whether they are there or not.
  ['a request', DENIED, read(`requests/${OPEN}`)],
  ['a request that is not there', DENIED, read(`requests/${ID}`)],
  ['the requests', DENIED, read('requests')],
  ['a verified request', '501 UNIMPLEMENTED', commit({ verify: `${ROOT}/requests/${OPEN}` })],
  ['an upper-case collection', DENIED, read('Gallery/oak-kitchen')],
  ['a NUL in a name', NOT_FOUND, read('gallery/oak%00')],
  ['up from a request', INVALID, commit(write(`requests/../${WORK}`, newRequest()))],
  ['even what is public', UNKNOWN_CALLER, read(WORK), 'a broken token'],
  ['the requests', UNKNOWN_CALLER, read('requests'), 'a password in the header'],
  ['the requests', UNKNOWN_CALLER, read('requests'), 'almost the owner'],

  // Names that JavaScript's own objects have.
  ['a mask below __proto__', INVALID, commit(change(`requests/${OPEN}`, {}, ['__proto__.admin']))],
  [
    'a mask below constructor',
    DENIED,
    commit(
      change(`requests/${OPEN}`, { constructor: { prototype: 'x' } }, ['constructor.prototype']),
    ),
  ],
  ['a value of the type __proto__', INVALID, nameAs('{"__proto__":"x"}')],
  ['a value of the type constructor', INVALID, nameAs('{"constructor":"x"}')],

  // Depth.
  deep('lists as a text', '{"writes":[{"update":{NAME,"fields":{"name":{"stringValue":DEEP}}}}]}'),
  deep(
    'lists beside a text',
    '{"writes":[{"update":{NAME,"fields":{"name":{"stringValue":"x","x":DEEP}}}}]}',
  ),
  deep('lists as a mask', '{"writes":[{"update":{NAME},"updateMask":{"fieldPaths":[DEEP]}}]}'),
  deep('lists as a name', '{"writes":[{"delete":DEEP}]}'),

  // Letters: people have names in every script; only what is no text is refused.
  ['a name from right to left', OK, create({ name: 'יעל כהן' })],
  ['a name in Arabic with marks of direction', OK, create({ name: '\u200fمحمد\u200e' })],
  ['a phone between marks of iOS', OK, create({ note: '\u202a+1 770 555 0100\u202c' })],
  ['a name that turns what follows round', OK, create({ name: 'Ann \u202egnp.exe' })],
  ['zero-width joiners', OK, create({ name: 'नमस्\u200dते 👩‍🔧' })],
  ['nothing but a zero-width space', OK, create({ name: '\u200b' })],
  ['control characters', OK, create({ note: 'a\0b\u0007c\u001b[31md' })],
  ['markup', OK, create({ note: '<img src=x onerror=alert(1)>' })],
  ['a formula', OK, create({ name: '=HYPERLINK("http://evil.example")' })],
  ['200 emoji', OK, create({ name: '🪵'.repeat(200) })],
  ['201 emoji', DENIED, create({ name: '🪵'.repeat(201) })],
  ['half an emoji', INVALID, nameAs('{"stringValue":"\\ud83e"}')],

  // Times and owners.
  [
    'a forged time and the right one: the server’s counts',
    OK,
    commit({
      ...request(),
      update: {
        name: `${ROOT}/requests/${ID}`,
        fields: newRequest({ created: EARLIER }),
      },
    }),
  ],
  [
    'the server’s time for another field',
    DENIED,
    commit({
      ...request(),
      updateTransforms: [REQUEST_TIME, { ...REQUEST_TIME, fieldPath: 'name' }],
    }),
  ],
  [
    'a review',
    DENIED,
    commit(review({ user: 'x/../../reviewers/y' }), marker()),
    'a user whose id is a path',
  ],
  [
    'a review',
    INVALID,
    commit(review({ user: '..' }), marker(REVIEW_ID, '..')),
    'a user whose id goes up',
  ],

  // Batches.
  ['an honest review', OK, commit(...posted), 'user'],
  ...denied('user', [
    ['a marker written twice', ...posted, review({}, SECOND), marker(SECOND)],
    ['a marker that goes again', ...posted, remove(`${WORK}/reviewers/${USER}`)],
    [
      'a review that changes again',
      ...posted,
      change(`${WORK}/reviews/${REVIEW_ID}`, { stars: 9 }),
    ],
    ['a review that is gone at once', ...posted, remove(`${WORK}/reviews/${REVIEW_ID}`)],
    [
      'a work made for a review of it',
      write(MINE, toFields({ title: 'x' })),
      review({}, REVIEW_ID, MINE),
    ],
    ['a review and a stranger’s request', ...posted, remove(`requests/${OPEN}`)],
  ]),
  ...denied(undefined, [
    ['a request that changes again', request(), change(`requests/${ID}`, { status: 2 })],
    ['a request that goes again', request(), remove(`requests/${ID}`)],
    ['an honest request and a forged one', request(), request({ status: 7 }, '4444444444')],
  ]),
  [
    'an honest request and a failed precondition',
    NOT_FOUND,
    commit(request(), { ...request({}, '4444444444'), currentDocument: { exists: true } }),
  ],
  ['a request twice', OK, commit(request(), request())],
];

let server: FirestoreServer;
beforeAll(async () => {
  server = await startFirestore();
});
afterAll(() => server.close());
beforeEach(() => {
  server.store.clear();
  server.log.length = 0;
  const documents = Object.entries(stored);
  server.store.commit(documents.map(([path, fields]) => ({ path, fields })));
});

const documents = () => server.store.snapshot().documents;

describe(`${cases.length} hostile cases against Firestore`, () => {
  it.each(cases)('%s: %s', async (_what, expected, { method, path, body }, who?) => {
    const before = documents();
    const { status, json } = await server.call(method, path, {
      ...(body !== undefined && { body }),
      ...(who && { headers: { Authorization: CALLERS[who] } }),
    });
    const { error } = json as { error?: { code: number; status: string } };
    expect(error ? `${error.code} ${error.status}` : String(status)).toBe(expected);
    if (expected !== OK) expect(documents()).toEqual(before);
    expect(server.log.filter((line) => !line.includes('denied'))).toEqual([]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});
