/**
 * Firestore answers hostile requests exactly, and keeps what it has. What no document may hold is in
 * `values.test.ts`, what a write may not say in `rest.test.ts`, what a batch may not in `commit.test.ts`.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { toFields } from '../../protoJson';
import type { ProtoFields } from '../../rules/types';
import { newRequest, REQUEST_ID as ID } from '../project/index';
import { idToken, ROOT, start, type TestBackend } from '../server';

const WORK = 'gallery/oak-kitchen';
const OPEN = '2222222222';

/** Who asks, by the header that is sent. */
const CALLERS = {
  'a user of yesterday': `Bearer ${idToken('user-one', { exp: 1 })}`,
  'a password in the header': 'Basic b3duZXI6b3duZXI=',
  'almost the owner': 'Bearer Owner',
};

const OK = '200';
const DENIED = '403 PERMISSION_DENIED';
const INVALID = '400 INVALID_ARGUMENT';
const NOT_FOUND = '404 NOT_FOUND';
const UNKNOWN_CALLER = '401 UNAUTHENTICATED';

type Call = [method: 'GET', path: string] | [method: 'POST', path: string, body: unknown];
/** A visitor asks unless somebody else is named. */
type Case = [what: string, expected: string, call: Call, who?: keyof typeof CALLERS];

const CLOCK = { fieldPath: 'created', setToServerValue: 'REQUEST_TIME' };

/** A document with the server's clock for `created`. */
const write = (path: string, fields: ProtoFields) => ({
  update: { name: `${ROOT}/${path}`, fields },
  updateTransforms: [CLOCK],
});
const change = (path: string, fields: ProtoFields, fieldPaths = Object.keys(fields)) => ({
  update: { name: `${ROOT}/${path}`, fields },
  updateMask: { fieldPaths },
});
const request = (changes: Parameters<typeof newRequest>[0] = {}, id = ID) =>
  write(`requests/${id}`, newRequest({ id, ...changes }));

const post = (body: unknown): Call => ['POST', `${ROOT}:commit`, body];
const commit = (...writes: unknown[]) => post({ writes });
const create = (changes: Parameters<typeof newRequest>[0]) => commit(request(changes));
const read = (path: string): Call => ['GET', `${ROOT}/${path}`];
/** A request with this JSON where a name's value stands. */
const nameAs = (json: string) =>
  post(
    JSON.stringify({ writes: [request({ name: 'NAME' })] }).replace('{"stringValue":"NAME"}', json),
  );
/** Lists that are nested deep enough to overflow a stack, at `DEEP`. */
const deep = (place: string) =>
  post(
    place
      .replace('NAME', `"name":"${ROOT}/requests/${ID}"`)
      .replace('DEEP', '['.repeat(50_000) + ']'.repeat(50_000)),
  );
const X = toFields({ constructor: { x: 'y' } });

const cases: Case[] = [
  // Requests of other people: the same answer whether they are there or not.
  ['a request', DENIED, read(`requests/${OPEN}`)],
  ['the requests', DENIED, read('requests')],
  ['an upper-case collection', DENIED, read('Gallery/oak-kitchen')],
  ['a NUL in a name', NOT_FOUND, read('gallery/oak%00')],
  ['up from a request', INVALID, commit(write(`requests/../${WORK}`, newRequest()))],
  ['the requests', UNKNOWN_CALLER, read('requests'), 'a password in the header'],
  ['the requests', UNKNOWN_CALLER, read('requests'), 'almost the owner'],
  ['the gallery', UNKNOWN_CALLER, read('gallery'), 'a user of yesterday'],

  // Names that JavaScript's own objects have, and depth.
  ['a mask below __proto__', INVALID, commit(change(`requests/${OPEN}`, {}, ['__proto__.admin']))],
  ['a mask below constructor', DENIED, commit(change(`requests/${OPEN}`, X, ['constructor.x']))],
  ['a value of the type __proto__', INVALID, nameAs('{"__proto__":"x"}')],
  ['a value of the type constructor', INVALID, nameAs('{"constructor":"x"}')],
  [
    'depth as a text',
    INVALID,
    deep('{"writes":[{"update":{NAME,"fields":{"x":{"stringValue":DEEP}}}}]}'),
  ],
  ['depth as a name', INVALID, deep('{"writes":[{"delete":DEEP}]}')],

  // Letters: people have names in every script; only what is no text is refused.
  ['a name in Arabic with marks of direction', OK, create({ name: '\u200fمحمد\u200e' })],
  ['a phone between marks of iOS', OK, create({ note: '\u202a+1 770 555 0100\u202c' })],
  ['zero-width joiners', OK, create({ name: 'नमस्\u200dते 👩‍🔧' })],
  ['nothing but a zero-width space', OK, create({ name: '\u200b' })],
  ['control characters', OK, create({ note: 'a\0b\u0007c\u001b[31md' })],
  ['100 emoji, of two units each', OK, create({ name: '🪵'.repeat(100) })],
  ['101 emoji', DENIED, create({ name: '🪵'.repeat(101) })],
  ['half an emoji', INVALID, nameAs('{"stringValue":"\\ud83e"}')],

  // Times and owners.
  ['a forged time: the server’s counts', OK, create({ created: new Date(0) })],
];

let server: TestBackend;
beforeEach(async () => {
  server = await start();
  server.put(WORK, { title: 'Oak kitchen' });
  server.firestore.commit([{ path: `requests/${OPEN}`, fields: newRequest({ id: OPEN }) }]);
});

const documents = () => server.firestore.snapshot().documents;

describe(`${cases.length} hostile cases against Firestore`, () => {
  it.each(cases)('%s: %s', async (_what, expected, [method, path, body], who?) => {
    const before = documents();
    const headers = who && { Authorization: CALLERS[who] };
    const { status, json } = await server.call(method, path, { body, ...(headers && { headers }) });
    const { error } = json as { error?: { code: number; status: string } };
    expect(error ? `${error.code} ${error.status}` : String(status)).toBe(expected);
    if (expected !== OK) expect(documents()).toEqual(before);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});
