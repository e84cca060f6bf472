/**
 * The language of the rules: conditions and matches that hold, and others that do not. Google's engine decides
 * about each, and so does ours.
 * @module-tag official
 */
import { beforeAll, expect, test } from 'vitest';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { toFields } from '../../backend/protoJson';
import { decideWith } from '../../backend/tests/rules/evaluate';
import { ask, google, type Firestore } from './firestores';
import { ROOT } from './changes';
import { officialFirestore } from './workerEmulator';

/** What every document holds. */
const FIELDS = {
  nothing: null,
  flag: true,
  whole: 2.5,
  when: new Date('2026-03-04T05:06:07.123Z'),
  text: 'é',
  items: [1],
  none: [],
  nested: { a: 'b' },
  unsorted: { z: 1, m: 1, a: 1 },
  empty: {},
};
const NUMBERS = {
  nan: { doubleValue: 'NaN' },
  large: { doubleValue: 1e7 },
  small: { doubleValue: 1.5e-7 },
  // Beyond 2^53, and the float next to it.
  beyond: { integerValue: '9007199254740993' },
  near: { doubleValue: 9007199254740992 },
};
const OTHER = '/databases/$(database)/documents/other';
/** An expression that fails whenever it is evaluated. */
const ERROR = "request.auth.uid == ''";

const HOLDS = [
  // numbers
  '1 + 2 * 3 == 7 && (1 + 2) * 3 == 9',
  '3 - 1 == 2 && 1 - 3 < 0 && 7 / 2 == 3 && (0 - 7) / 2 + 3 == 0',
  '7 % 3 == 1 && (0 - 7) % 3 == 0 - 1 && 7 % (0 - 3) == 1',
  '1 is int && !(1 is float) && 1 is number && 1.0 is float && !(1.0 is int) && 1.0 is number',
  "1 != '1' && null == null && null != false",
  '1 < 1.5 && 2 >= 2.0 && 1 == 1.0',
  'resource.data.beyond == resource.data.near && !(resource.data.beyond > resource.data.near)',
  '9007199254740993 <= 9007199254740992.0 && 9007199254740993 < 9007199254740994.0',
  'resource.data.nan != resource.data.nan && !(resource.data.nan in [resource.data.nan])',
  // texts
  "'a' + 'b' == 'ab' && 'a' < 'b' && 'Z' < 'a' && 'a' <= 'a'",
  "'abc'.size() == 3 && 'é🪵'.size() == 3 && ''.size() == 0",
  "'a,b;c'.split('[,;]') == ['a', 'b', 'c'] && 'a'.split(',') == ['a']",
  "'a,b,,'.split(',') == ['a', 'b'] && ',a'.split(',') == ['', 'a'] && 'a,,b'.split(',') == ['a', '', 'b']",
  "','.split(',') == [''] && ',,'.split(',') == [''] && ''.split(',') == [''] && ''.split('') == ['']",
  "'abc'.split('') == ['', 'a', 'b', 'c'] && 'baa'.split('a*') == ['', 'b']",
  "'a-b-c'.replace('-', '+') == 'a+b+c' && 'abc'.replace('b*', '-') == '-a--c-'",
  "'abc'.replace('(a)(b)', '$2$1$0') == 'baabc' && 'abc'.replace('x', '$1') == 'abc'",
  "'abc'.replace('(b)|(c)', '[$2]') == 'a[][c]' && 'abc'.replace('(b)', '$12$00') == 'ab2bc'",
  "'abc'.replace('b', '$x$$') == 'a$x$$c' && 'abc'.replace('', '-') == '-a-b-c-'",
  "'🪵' < '\uFFFD' && 'é' > 'z'",
  "'Ab-É@Z'.lower() == 'ab-É@z' && 'a'.lower() == 'a'",
  "'ab'.matches('ab') && !'abc'.matches('b') && 'a1'.matches('^[a-z][0-9]$')",
  // lists
  '[1, 2] == [1, 2] && [1, 2] != [2, 1]',
  '1 in [1, 2] && !(3 in [1, 2])',
  "!['a', 'b'].hasOnly(['a', 'c']) && ['a', 'b'].hasOnly(['a', 'b', 'c'])",
  "['a', 'a', 'b'].hasOnly(['a', 'b', 'b']) && [].hasOnly(['a'])",
  "['a', 'b'].join('/') == 'a/b' && [].join(',') == '' && [1, 1, 2].size() == 3",
  "[resource.data.large, resource.data.small, 0.001, 2.0, resource.data.nan].join(',') == '1.0E7,1.5E-7,0.001,2.0,NaN'",
  '[1, 2].concat([2]) == [1, 2, 2] && [].concat([]) == []',
  "[1, {'a': 1}, 2, 1].removeAll([{'a': 1}, 1, 3]) == [2] && [1].removeAll([]) == [1]",
  // maps
  "{'a': [1], 'b': 2}.size() == 2 && {'a': {'b': [1]}} in [{'a': {'b': [1]}}]",
  "{'a': [1], 'b': 2} == {'b': 2, 'a': [1]} && {'a': 1} != {'a': 1, 'b': 2}",
  "'a' in {'a': 1} && !('b' in {'a': 1})",
  "{'a': {'b': 1}}.a.b == 1 && {'a': 1}['a'] == 1",
  "{'a': 1}.get('a', 0) == 1 && {'a': 1}.get('b', 0) == 0 && {'a': null}.get('a', 0) == null",
  "{'a': 1, 'b': 2}.keys().hasOnly(['a', 'b'])",
  "{'b': 1, 'a': 2, 'B': 3}.keys() == ['B', 'a', 'b'] && {'🪵': 1, '\uFFFD': 2}.keys() == ['\uFFFD', '🪵']",
  "resource.data.unsorted.keys() == ['a', 'm', 'z'] && resource.data.keys()[0] == 'beyond'",
  '{}.diff({}) is map_diff && {}.diff({}) != {}.diff({}) && isNotItself({}.diff({}))',
  "!({'a': 1}.diff({}).affectedKeys() is set) && !({'a': 1}.diff({}).affectedKeys() is list)",
  "{'a': 1}.diff({}).affectedKeys().hasOnly({'a': 2}.diff({}).affectedKeys())",
  "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys().hasOnly(['a', 'b', 'c'])",
  "!{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys().hasOnly(['a', 'b'])",
  "'a' in {'a': 1}.diff({}).affectedKeys() && !('b' in {'a': 1}.diff({}).affectedKeys())",
  "'b' in ('\\n' + ['x', 7, null, 'b/c'].join('\\n')).split('\\n|/.{0,1}')",
  // numbers within lists and maps
  "{'a': 1} != {'a': 1.0} && {'a': {'b': [1]}} != {'a': {'b': [1.0]}} && {'a': 1.0} == {'a': 1.0}",
  '[1] != [1.0] && !(1 in [1.0]) && 1.0 in [1.0] && ![1].hasOnly([1.0]) && [1].removeAll([1.0]) == [1]',
  "{'a': 1}.diff({'a': 1.0}).affectedKeys().hasOnly([])",
  "{'a': [{'c': {'d': 1}}]}.diff({'a': [{'c': {'d': 1.0}}]}).affectedKeys().hasOnly([])",
  "!{'a': [{'c': 1}]}.diff({'a': [{'c': 1.5}]}).affectedKeys().hasOnly([])",
  "!{'a': resource.data.beyond}.diff({'a': resource.data.near}).affectedKeys().hasOnly([])",
  "{'a': [resource.data.nan]}.diff({'a': [resource.data.nan]}).affectedKeys().hasOnly([])",
  // paths, times, choices
  "/a/b == /a/$('b') && /a/b != /a/c",
  "request.time + duration.value(1, 'ns') > request.time",
  "timestamp.date(2026, 3, 4) + duration.value(18367123, 'ms') == resource.data.when",
  'timestamp.date(1, 1, 1) < timestamp.date(9999, 12, 31)',
  "duration.value(315576000000, 's') != duration.value(0 - 315576000000, 's')",
  "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'h') != duration.value(59, 'm')",
  'true ? false ? false : true : false',
  // what an operator can decide without the side that fails
  `!(false && ${ERROR}) && !(${ERROR} && false)`,
  `(true || ${ERROR}) && (${ERROR} || true)`,
  `true ? true : ${ERROR}`,
  // the request and the document
  'resource.data.nothing == null && resource.data.flag && resource.data.whole == 2.5',
  "resource.data.when < request.time && resource.data.when is timestamp && resource.data.text == 'é'",
  'resource.data.items == [1] && resource.data.none == [] && resource.data.empty == {}',
  "resource.data.nested.a == 'b' && resource.data['nested']['a'] == 'b'",
  "resource.id == 'one' && request.method == 'get' && request.auth == null",
  'resource.__name__ == request.path',
  // other documents
  `exists(${OTHER}/a) && !exists(${OTHER}/b) && get(${OTHER}/a).data.n == 1`,
  `get(${OTHER}/a).id == 'a'`,
  `get(${OTHER}/a).__name__ == ${OTHER}/a`,
  // functions
  'outer(7)',
];

const FAILS = [
  'false',
  '1 + null == 1',
  "'a' * 2 == 'aa'",
  '1 / 0 == 0',
  '1 % 0 == 0',
  "'a' - 'a' == ''",
  "1 < 'a'",
  'true > false',
  "1 in {'a': 1}",
  "{'a': 1}.b == null",
  "'a'.b == null",
  '[1][1] == null',
  "[1]['a'] == 1",
  "'a'.keys() == []",
  '{}.get(1, 0) == 0',
  '[1].hasOnly(1)',
  '[1].concat(1) == [1]',
  '[1].removeAll(1) == [1]',
  "['a'].hasOnly({'a': 1}.diff({}).affectedKeys())",
  "['a'].removeAll({'a': 1}.diff({}).affectedKeys()) == []",
  'request.query.limit == null',
  'timestamp.date(2026, 13, 1) != null',
  'timestamp.date(2026, 1, 0) != null',
  'timestamp.date(2026, 2, 30) != null',
  'timestamp.date(2026, 2, 29) != null',
  'timestamp.date(10000, 1, 1) != null',
  'timestamp.date(0, 1, 1) != null',
  "timestamp.date(9999, 12, 31) + duration.value(1, 'd') != null",
  "timestamp.date(1, 1, 1) + duration.value(0 - 1, 'ns') != null",
  "duration.value(315576000001, 's') != null",
  "duration.value(0 - 3652501, 'd') != null",
  "timestamp.date('2026', 1, 1) != null",
  'timestamp.date(2026.0, 1, 1) != null',
  "{'a': 1}.diff([]).affectedKeys() == []",
  '1',
  '1 && true',
  'null || false',
  '!null',
  '1 ? true : true',
  `true && ${ERROR}`,
  `${ERROR} && true`,
  `false || ${ERROR}`,
  `!(${ERROR})`,
  `${ERROR} ? true : true`,
  'resource.data.missing == null',
  'request.resource == null',
  'request.resource != null',
  'request.auth.uid == null',
  `get(${OTHER}/b).data.n == 1`,
  `get(${OTHER}/b) == null`,
  `get(${OTHER}/b) != null`,
  `getAfter(${OTHER}/b) == null`,
  'exists(/databases/elsewhere/documents/other/a)',
];

/** What breaks the whole request, whatever stands around it: Google's engine has an error of its own. */
const BREAKS = ["'a'.replace('a', '$1') == '' || true"];

const FUNCTIONS = `
    function isNotItself(value) { return value != value; }
    function outer(secret) { let more = 1; return inner(2) == 2 && secret == 7 && more == 1; }
    function inner(value) { let more = value; return more; }
`;

/** Rules and a document that they let everybody get, or not. */
const MATCHES: [body: string, path: string, allowed: boolean][] = [
  ['match /a1/{id} { allow get: if id == "x"; }', 'a1/x', true],
  ['match /a2/{id} { allow get; }', 'a2/x/b/y', false],
  ['match /a3/x { allow get; }', 'a3/y', false],
  ['match /a4/{id} { match /b/{other} { allow get: if id + other == "xy"; } }', 'a4/x/b/y', true],
  ['match /a5/{id}/b/{other} { allow get: if id + other == "xy"; }', 'a5/x/b/y', true],
  ['match /a6/{id} { match /b/{other} { allow get; } }', 'a6/x', false],
  ['match /a7/{rest=**} { allow get: if rest == /x/b/y; }', 'a7/x/b/y', true],
  ['match /a8/{id=*} { allow get: if id == "x"; }', 'a8/x', true],
  ['match /a9/x { allow get: if false; } match /a9/{id} { allow get; }', 'a9/x', true],
  ['match /b1/{id} { allow list; }', 'b1/x', false],
  ['match /b2/{id} { allow write; }', 'b2/x', false],
  ['match /b3/{id} { allow read; }', 'b3/x', true],
];

type Row = [what: string, path: string, status: number];
const conditions = (list: string[], status: number): [rule: string, row: Row][] =>
  list.map((condition, index) => {
    const collection = `of${status}number${index}`;
    const rule = `match /${collection}/{id} { allow get: if ${condition}; }`;
    return [rule, [condition, `${collection}/one`, status]];
  });
const all = [
  ...conditions(HOLDS, 200),
  ...conditions(FAILS, 403),
  ...conditions(BREAKS, 500),
  ...MATCHES.map(([body, path, allowed]): [string, Row] => [
    body,
    [body, path, allowed ? 200 : 403],
  ]),
];
const rows = all.map(([, row]) => row);
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${FUNCTIONS}
    ${all.map(([rule]) => rule).join('\n    ')}
  }
}
`;
const fields = normaliseFields({ ...toFields(FIELDS), ...NUMBERS });
const before = { 'other/a': toFields({ n: 1 }) };

const emulator = officialFirestore();
let googles: Firestore | undefined;
beforeAll(async () => {
  if (emulator === undefined) return;
  googles = await google(emulator, RULES);
  await googles.reset({ ...before, ...Object.fromEntries(rows.map(([, path]) => [path, fields])) });
});

test.each(rows)('%s on %s: %s', async (_, path, expected) => {
  const name = `/databases/(default)/documents/${path}`;
  const own = decideWith(RULES, { method: 'get', path: name, resource: fields, before });
  expect(own.allowed, own.reason).toBe(expected === 200);
  if (!googles) return;
  const { status } = await ask(googles, { who: 'nobody', method: 'GET', path: `${ROOT}/${path}` });
  expect(status, 'Google’s').toBe(expected);
});
