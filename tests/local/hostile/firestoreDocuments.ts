/** What strangers put into a request. */
import { ROOT } from '../firestore/server';
import { ID, uploaded, WORK } from '../../rules/samples';
import { Float } from '../../rules/world';
import {
  type Case,
  OPEN,
  OK,
  DENIED,
  INVALID,
  NOT_THERE,
  commit,
  request,
  create,
  raw,
  patch,
  remove,
  nested,
  deepText,
} from './firestoreWire';

/** Keys and values that a request does not have. */
export const shapes: Case[] = [
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
export const letters: Case[] = [
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
