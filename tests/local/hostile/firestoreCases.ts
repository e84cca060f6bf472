/** What strangers try on Firestore (REST v1), and the answer each of them gets. */
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
import { type Fields, Float, toFields } from '../../rules/world';

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

const OK = '200';
const DENIED = '403 PERMISSION_DENIED';
const INVALID = '400 INVALID_ARGUMENT';
const NOT_FOUND = '404 NOT_FOUND';
const UNKNOWN_CALLER = '401 UNAUTHENTICATED';
const NOT_THERE = '501 UNIMPLEMENTED';

const REQUEST_TIME = { fieldPath: 'created', setToServerValue: 'REQUEST_TIME' };

/** A document with the server's clock for `created`, unless a time is given. */
function write(path: string, data: Fields) {
  const isForged = Object.hasOwn(data, 'created') && typeof data['created'] !== 'symbol';
  const fields = toFields(isForged ? data : without(data, 'created'));
  const update = { name: `${ROOT}/${path}`, fields };
  return isForged ? { update } : { update, updateTransforms: [REQUEST_TIME] };
}

const commit = (...writes: unknown[]): Call => ({
  method: 'POST',
  path: `${ROOT}:commit`,
  body: { writes },
});
const request = (changes: Fields = {}, id = ID) =>
  write(`requests/${id}`, newRequest({ id, ...changes }));
const create = (changes: Fields = {}, id = ID) => commit(request(changes, id));
/** A request with fields as they go over the wire. */
const raw = (fields: object) => {
  const { update, ...rest } = request();
  return commit({ ...rest, update: { ...update, fields: { ...update.fields, ...fields } } });
};
const patch = (id: string, data: Fields, fieldPaths = Object.keys(data)) =>
  commit({
    update: { name: `${ROOT}/requests/${id}`, fields: toFields(data) },
    updateMask: { fieldPaths },
  });
const transform = (id: string, ...updateTransforms: unknown[]) =>
  commit({
    update: { name: `${ROOT}/requests/${id}`, fields: {} },
    updateMask: { fieldPaths: [] },
    updateTransforms,
  });
const review = (changes: Fields = {}, id = REVIEW_ID, work = WORK) =>
  write(`${work}/reviews/${id}`, newReview({ id, ...changes }));
const marker = (id = REVIEW_ID, uid = USER, more: Fields = {}) => ({
  update: {
    name: `${ROOT}/${WORK}/reviewers/${uid}`,
    fields: toFields({ review: id, ...more }),
  },
});
const remove = (path: string) => ({ delete: `${ROOT}/${path}` });
const read = (path: string): Call => ({ method: 'GET', path: `${ROOT}/${path}` });
const query = (structuredQuery: object, below = ''): Call => ({
  method: 'POST',
  path: `${ROOT}${below}:runQuery`,
  body: { structuredQuery },
});
const from = (collectionId: string, more: object = {}) =>
  query({ from: [{ collectionId }], ...more });

const nested = (depth: number): object =>
  depth === 0 ? { stringValue: 'x' } : { mapValue: { fields: { a: nested(depth - 1) } } };
const deepList = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepText = (place: (value: string) => string) => place(deepList(50_000));

/** Finding out about other people's requests. */
const enumeration: Case[] = [
  ['visitor', 'reads a request by its id', DENIED, read(`requests/${OPEN}`)],
  ['visitor', 'reads an id that is free: the same answer', DENIED, read(`requests/${ID}`)],
  ['user', 'reads a request signed in', DENIED, read(`requests/${OPEN}`)],
  ['visitor', 'lists the requests', DENIED, read('requests?pageSize=300')],
  ['visitor', 'lists only their ids', DENIED, read('requests?mask.fieldPaths=id')],
  ['visitor', 'lists missing ones too', NOT_THERE, read('requests?showMissing=true')],
  ['visitor', 'lists what lies below a request', DENIED, read(`requests/${OPEN}/more`)],
  ['visitor', 'queries the requests', DENIED, from('requests')],
  [
    'visitor',
    'queries one by its phone',
    DENIED,
    from('requests', {
      where: {
        fieldFilter: {
          field: { fieldPath: 'phone' },
          op: 'EQUAL',
          value: { stringValue: '+1 770 555 0100' },
        },
      },
    }),
  ],
  ['visitor', 'queries with a limit of 1', DENIED, from('requests', { limit: 1 })],
  [
    'visitor',
    'queries all collections of that name',
    NOT_THERE,
    query({ from: [{ collectionId: 'requests', allDescendants: true }] }),
  ],
  ['visitor', 'queries without a collection', INVALID, query({ from: [] })],
  [
    'visitor',
    'gets several, a public one among them',
    DENIED,
    {
      method: 'POST',
      path: `${ROOT}:batchGet`,
      body: { documents: [`${ROOT}/${WORK}`, `${ROOT}/requests/${OPEN}`] },
    },
  ],
  [
    'visitor',
    'counts the requests',
    NOT_THERE,
    { method: 'POST', path: `${ROOT}:runAggregationQuery`, body: {} },
  ],
  [
    'visitor',
    'lists the collections',
    NOT_THERE,
    { method: 'POST', path: `${ROOT}:listCollectionIds`, body: {} },
  ],
  [
    'visitor',
    'verifies that a request is there',
    DENIED,
    commit({ verify: `${ROOT}/requests/${OPEN}` }),
  ],
  ['user', "reads another's marker", DENIED, read(`${WORK}/reviewers/user-two`)],
  ['user', 'lists the markers', DENIED, read(`${WORK}/reviewers`)],
  ['visitor', 'reads what is no collection of ours', DENIED, read('users/admin')],
  ['visitor', 'reads beside the configuration', DENIED, read('configurations/secrets')],
];

/** Taking over, changing and deleting what is there. */
const overwriting: Case[] = [
  ['visitor', "writes over a stranger's request", DENIED, create({ name: 'Mallory' }, OPEN)],
  [
    'visitor',
    'writes over it with a precondition',
    DENIED,
    commit({ ...request({ name: 'Mallory' }, OPEN), currentDocument: { exists: true } }),
  ],
  ['visitor', 'deletes a request', DENIED, commit(remove(`requests/${OPEN}`))],
  [
    'visitor',
    'deletes by its address',
    DENIED,
    { method: 'DELETE', path: `${ROOT}/requests/${OPEN}` },
  ],
  ['visitor', 'deletes one that is not there', DENIED, commit(remove(`requests/${ID}`))],
  ['visitor', 'patches the phone', DENIED, patch(OPEN, { phone: '+1 900' })],
  [
    'visitor',
    'patches by its address',
    DENIED,
    {
      method: 'PATCH',
      path: `${ROOT}/requests/${OPEN}?updateMask.fieldPaths=phone`,
      body: { fields: toFields({ phone: '1' }) },
    },
  ],
  ['visitor', 'drops a field', DENIED, patch(OPEN, {}, ['phone'])],
  [
    'visitor',
    'drops everything',
    DENIED,
    commit({ update: { name: `${ROOT}/requests/${OPEN}`, fields: {} } }),
  ],
  [
    'visitor',
    'raises the status',
    DENIED,
    transform(OPEN, { fieldPath: 'status', increment: { integerValue: '1' } }),
  ],
  [
    'visitor',
    'raises it by nothing: no change',
    OK,
    transform(OPEN, { fieldPath: 'status', increment: { integerValue: '0' } }),
  ],
  [
    'visitor',
    'makes the status a double of the same number',
    OK,
    transform(OPEN, { fieldPath: 'status', increment: { doubleValue: 0 } }),
  ],
  [
    'visitor',
    'adds a file to a sent request',
    DENIED,
    transform(SENT, {
      fieldPath: 'files',
      appendMissingElements: { values: [{ stringValue: 'x' }] },
    }),
  ],
  ['visitor', 'takes the files of a sent request', DENIED, patch(SENT, { files: [] })],
  [
    'visitor',
    'replaces the files of a sent request',
    DENIED,
    patch(SENT, { files: [uploaded({}, 'Picture002.png')] }),
  ],
  ['visitor', "attaches another request's pictures", DENIED, patch(OPEN, { files: [uploaded()] })],
  [
    'visitor',
    'attaches a script',
    DENIED,
    patch(OPEN, { files: [{ ref: 'x', thumbRef: 'x', url: 'javascript:alert(1)', thumb: 'x' }] }),
  ],
  [
    'visitor',
    'sets the time as text',
    DENIED,
    transform(OPEN, { fieldPath: 'name', setToServerValue: 'REQUEST_TIME' }),
  ],
  [
    'user',
    "changes a stranger's review",
    DENIED,
    commit({
      update: { name: `${ROOT}/${WORK}/reviews/${THEIRS}`, fields: toFields({ stars: 1 }) },
      updateMask: { fieldPaths: ['stars'] },
    }),
  ],
  ['user', "deletes a stranger's review", DENIED, commit(remove(`${WORK}/reviews/${THEIRS}`))],
  ['user', "deletes a stranger's marker", DENIED, commit(remove(`${WORK}/reviewers/user-two`))],
  ['user', 'renames a work', DENIED, commit(write(WORK, { title: 'Mine' }))],
  [
    'user',
    'opens all addresses in the configuration',
    DENIED,
    commit({
      update: {
        name: `${ROOT}/configurations/configurations`,
        fields: toFields({ download_address: '.*' }),
      },
    }),
  ],
  [
    'user',
    'raises the version so that everybody reloads',
    DENIED,
    commit({
      update: { name: `${ROOT}/version/current`, fields: { version: { doubleValue: 9 } } },
    }),
  ],
];

/** Keys and values that a request does not have. */
const shapes: Case[] = [
  ['visitor', 'an honest request', OK, create()],
  [
    'visitor',
    'a key __proto__',
    INVALID,
    commit(
      JSON.parse(
        JSON.stringify(request()).replace(
          '"fields":{',
          '"fields":{"__proto__":{"stringValue":"x"},',
        ),
      ),
    ),
  ],
  ['visitor', 'a key constructor', DENIED, raw({ constructor: { stringValue: 'x' } })],
  ['visitor', 'a key toString', DENIED, raw({ toString: { stringValue: 'x' } })],
  ['visitor', 'a key hasOwnProperty', DENIED, raw({ hasOwnProperty: { booleanValue: true } })],
  ['visitor', 'a key without letters', INVALID, raw({ '': { stringValue: 'x' } })],
  ['visitor', 'a key of 1,501 bytes', INVALID, raw({ ['x'.repeat(1501)]: { nullValue: null } })],
  ['visitor', 'a key isAdmin', DENIED, raw({ isAdmin: { booleanValue: true } })],
  ['visitor', 'a mask of __proto__', INVALID, patch(OPEN, {}, ['__proto__'])],
  ['visitor', 'a mask of everything', INVALID, patch(OPEN, {}, ['*'])],
  ['visitor', 'a mask below __proto__', INVALID, patch(OPEN, {}, ['__proto__.admin'])],
  [
    'visitor',
    'a mask below constructor',
    DENIED,
    patch(OPEN, { constructor: { prototype: 'x' } }, ['constructor.prototype']),
  ],
  [
    'visitor',
    'a value of the type __proto__',
    INVALID,
    raw({ name: JSON.parse('{"__proto__":"x"}') }),
  ],
  ['visitor', 'a value of the type constructor', INVALID, raw({ name: { constructor: 'x' } })],
  [
    'visitor',
    'a value of two types',
    INVALID,
    raw({ name: { stringValue: 'x', integerValue: '1' } }),
  ],
  ['visitor', 'a value without a type', INVALID, raw({ name: {} })],
  ['visitor', 'a bare value', INVALID, raw({ name: 'Ann' })],
  ['visitor', 'null as name', DENIED, create({ name: null })],
  ['visitor', 'a number as phone', DENIED, create({ phone: 5550100 })],
  ['visitor', 'bytes as name', DENIED, raw({ name: { bytesValue: 'QW5u' } })],
  ['visitor', 'a reference as name', DENIED, raw({ name: { referenceValue: `${ROOT}/${WORK}` } })],
  [
    'visitor',
    'a place as address',
    DENIED,
    raw({ address: { geoPointValue: { latitude: 1, longitude: 2 } } }),
  ],
  [
    'visitor',
    'a place that is nowhere',
    INVALID,
    raw({ address: { geoPointValue: { latitude: 91 } } }),
  ],
  ['visitor', 'a map as email', DENIED, create({ email: { size: 5 } })],
  ['visitor', 'a list as description', DENIED, create({ description: ['x'] })],
  ['visitor', 'NaN as status', DENIED, raw({ status: { doubleValue: 'NaN' } })],
  ['visitor', 'Infinity as status', DENIED, raw({ status: { doubleValue: 'Infinity' } })],
  ['visitor', '1.0 as status', DENIED, create({ status: new Float(1) })],
  ['visitor', 'true as status', DENIED, create({ status: true })],
  [
    'visitor',
    'an integer beyond 64 bits',
    INVALID,
    raw({ status: { integerValue: '9223372036854775808' } }),
  ],
  ['visitor', 'an integer in words', INVALID, raw({ status: { integerValue: 'one' } })],
  ['visitor', 'a status of 2', DENIED, create({ status: 2 })],
  ['visitor', 'files from the start', DENIED, create({ files: [uploaded()] })],
  [
    'visitor',
    'a list in a list',
    INVALID,
    raw({ categories: { arrayValue: { values: [{ arrayValue: {} }] } } }),
  ],
  ['visitor', 'categories by position', DENIED, create({ categories: { 0: 'kitchen' } })],
  ['visitor', 'a category that is two lines', DENIED, create({ categories: ['a\nb'] })],
  ['visitor', '21 categories', DENIED, create({ categories: Array.from({ length: 21 }, String) })],
  ['visitor', 'maps nested 20 deep', DENIED, raw({ name: nested(20) })],
  ['visitor', 'maps nested 21 deep', INVALID, raw({ name: nested(21) })],
  [
    'visitor',
    'lists nested 50,000 deep as a text',
    INVALID,
    {
      ...create(),
      body: deepText(
        (value) =>
          `{"writes":[{"update":{"name":"${ROOT}/requests/${ID}","fields":{"name":{"stringValue":${value}}}}}]}`,
      ),
    },
  ],
  [
    'visitor',
    'lists nested 50,000 deep beside a text',
    INVALID,
    {
      ...create(),
      body: deepText(
        (value) =>
          `{"writes":[{"update":{"name":"${ROOT}/requests/${ID}","fields":{"name":{"stringValue":"x","x":${value}}}}}]}`,
      ),
    },
  ],
  [
    'visitor',
    'lists nested 50,000 deep as a mask',
    INVALID,
    {
      ...create(),
      body: deepText(
        (value) =>
          `{"writes":[{"update":{"name":"${ROOT}/requests/${ID}"},"updateMask":{"fieldPaths":[${value}]}}]}`,
      ),
    },
  ],
  [
    'visitor',
    'lists nested 50,000 deep as a name',
    INVALID,
    { ...create(), body: deepText((value) => `{"writes":[{"delete":${value}}]}`) },
  ],
  ['visitor', 'a description of 5,001 letters', DENIED, create({ description: 'x'.repeat(5001) })],
  ['visitor', 'a description over 1 MiB', INVALID, create({ description: 'x'.repeat(1_048_576) })],
  [
    'visitor',
    'a body over 11 MiB',
    INVALID,
    { ...create(), body: `{"writes":"${'x'.repeat(11_600_000)}"}` },
  ],
  ['visitor', 'no JSON', INVALID, { ...create(), body: '<writes/>' }],
  ['visitor', 'a list as body', INVALID, { ...create(), body: [] }],
  [
    'visitor',
    'writes that are no list',
    INVALID,
    { ...create(), body: { writes: { 0: request() } } },
  ],
  ['visitor', 'a write that is no object', INVALID, commit('delete everything')],
  [
    'visitor',
    'a write with two operations',
    INVALID,
    commit({ ...request(), ...remove(`requests/${OPEN}`) }),
  ],
  [
    'visitor',
    'a write with a word of its own',
    INVALID,
    commit({ ...request(), bypassRules: true }),
  ],
  [
    'visitor',
    'a transaction',
    NOT_THERE,
    { ...create(), body: { writes: [request()], transaction: 'eA==' } },
  ],
];

/** Letters: people have names in every script; only what is no text is refused. */
const letters: Case[] = [
  ['visitor', 'a name from right to left', OK, create({ name: 'יעל כהן' })],
  ['visitor', 'a name in Arabic with marks of direction', OK, create({ name: '\u200fمحمد\u200e' })],
  [
    'visitor',
    'a phone that iOS has put between marks',
    OK,
    create({ phone: '\u202a+1 770 555 0100\u202c' }),
  ],
  ['visitor', 'a name that turns what follows round', OK, create({ name: 'Ann \u202egnp.exe' })],
  ['visitor', 'zero-width joiners', OK, create({ name: 'नमस्\u200dते 👩‍🔧' })],
  ['visitor', 'nothing but a zero-width space', OK, create({ name: '\u200b' })],
  ['visitor', 'control characters', OK, create({ description: 'a\0b\u0007c\u001b[31md' })],
  ['visitor', 'markup', OK, create({ description: '<img src=x onerror=alert(1)>' })],
  [
    'visitor',
    'a formula for a spreadsheet',
    OK,
    create({ name: '=HYPERLINK("http://evil.example")' }),
  ],
  ['visitor', '200 emoji', OK, create({ name: '🪵'.repeat(200) })],
  ['visitor', '201 emoji', DENIED, create({ name: '🪵'.repeat(201) })],
  [
    'visitor',
    'half an emoji',
    INVALID,
    {
      ...create(),
      body: JSON.stringify({ writes: [request({ name: 'HALF' })] }).replace('HALF', '\\ud83e'),
    },
  ],
];

/** Times, ids and owners that are not one's own. */
const forgeries: Case[] = [
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

const SECOND = 'second0000';

/** Batches in which one write is to carry another past the rules. */
const batches: Case[] = [
  ['user', 'an honest review', OK, commit(review(), marker())],
  ['user', 'a review without its marker', DENIED, commit(review())],
  ['user', 'a marker without its review', DENIED, commit(marker())],
  ['user', 'a marker for a stranger’s review', DENIED, commit(marker(THEIRS))],
  ['user', 'two reviews with one marker', DENIED, commit(review(), review({}, SECOND), marker())],
  [
    'user',
    'a marker written twice',
    DENIED,
    commit(review(), marker(), review({}, SECOND), marker(SECOND)),
  ],
  [
    'user',
    'a marker that goes again',
    DENIED,
    commit(review(), marker(), remove(`${WORK}/reviewers/${USER}`)),
  ],
  [
    'user',
    'a review that changes again',
    DENIED,
    commit(review(), marker(), {
      update: { name: `${ROOT}/${WORK}/reviews/${REVIEW_ID}`, fields: toFields({ stars: 9 }) },
      updateMask: { fieldPaths: ['stars'] },
    }),
  ],
  [
    'user',
    'a review that is gone at once',
    DENIED,
    commit(review(), marker(), remove(`${WORK}/reviews/${REVIEW_ID}`)),
  ],
  [
    'user',
    'a marker with a key more',
    DENIED,
    commit(review(), marker(REVIEW_ID, USER, { admin: true })),
  ],
  ['user', 'a marker for a stranger', DENIED, commit(review(), marker(REVIEW_ID, 'user-three'))],
  [
    'user',
    'a work made for a review of it',
    DENIED,
    commit(write('gallery/mine', { title: 'x' }), review({}, REVIEW_ID, 'gallery/mine')),
  ],
  [
    'user',
    'a review and a stranger’s request',
    DENIED,
    commit(review(), marker(), remove(`requests/${OPEN}`)),
  ],
  [
    'visitor',
    'a request that changes again',
    DENIED,
    commit(request(), {
      update: { name: `${ROOT}/requests/${ID}`, fields: toFields({ status: 2 }) },
      updateMask: { fieldPaths: ['status'] },
    }),
  ],
  ['visitor', 'a request that goes again', DENIED, commit(request(), remove(`requests/${ID}`))],
  [
    'visitor',
    'an honest request and a forged one',
    DENIED,
    commit(request(), request({ status: 7 }, '4444444444')),
  ],
  [
    'visitor',
    'an honest request and a failed precondition',
    NOT_FOUND,
    commit(request(), { ...request({}, '4444444444'), currentDocument: { exists: true } }),
  ],
  ['visitor', 'a request twice', OK, commit(request(), request())],
];

/** Names that would lead elsewhere. */
const paths: Case[] = [
  [
    'visitor',
    'up from a request to the gallery',
    INVALID,
    commit(write(`requests/../${WORK}`, newRequest())),
  ],
  [
    'visitor',
    'a request with an empty segment',
    INVALID,
    commit(write(`requests//${ID}`, newRequest())),
  ],
  ['visitor', 'a collection as a document', INVALID, commit(write('requests', newRequest()))],
  ['visitor', 'below a request', DENIED, create({}, `${OPEN}/more/${ID}`)],
  ['visitor', 'a reserved name', INVALID, commit(write('requests/__name__', newRequest()))],
  [
    'visitor',
    'a name of 1,501 bytes',
    INVALID,
    commit(write(`requests/${'1'.repeat(1501)}`, newRequest())),
  ],
  ['visitor', 'a slash in percent code', INVALID, read(`requests%2F${OPEN}`)],
  ['visitor', 'dots in percent code', INVALID, read(`gallery/%2e%2e%2frequests`)],
  ['visitor', 'a broken percent code', INVALID, read('gallery/%E0%A4%A')],
  ['visitor', 'a NUL in a name', NOT_FOUND, read('gallery/oak%00')],
  [
    'visitor',
    'another project',
    NOT_FOUND,
    { method: 'GET', path: `${ROOT.replace('demo-cabinets', 'other')}/${WORK}` },
  ],
  [
    'visitor',
    'another database',
    NOT_FOUND,
    { method: 'GET', path: `${ROOT.replace('(default)', 'admin')}/${WORK}` },
  ],
  [
    'visitor',
    'a write to another database',
    NOT_FOUND,
    commit({ delete: `${ROOT.replace('(default)', 'admin')}/requests/${OPEN}` }),
  ],
  [
    'visitor',
    'a request through the address of another project',
    NOT_FOUND,
    {
      method: 'POST',
      path: 'projects/other/databases/(default)/documents:commit',
      body: { writes: [request()] },
    },
  ],
  ['visitor', 'an upper-case collection', DENIED, read('Gallery/oak-kitchen')],
  [
    'visitor',
    'the admin address',
    NOT_THERE,
    { method: 'GET', path: 'projects/demo-cabinets/databases/(default)' },
  ],
  [
    'visitor',
    'clearing the database as the official emulator lets one',
    NOT_THERE,
    { method: 'DELETE', path: `${ROOT}` },
  ],
];

export const cases: Case[] = [
  ...enumeration,
  ...overwriting,
  ...shapes,
  ...letters,
  ...forgeries,
  ...batches,
  ...paths,
];
