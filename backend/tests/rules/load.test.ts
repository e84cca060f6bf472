/** Tests that an unusable rules file is refused, with file, line and column in the message. */
import { describe, expect, test } from 'vitest';
import { loadRules, RulesLoadError } from '../../rules/index';
import { rulesWith } from './evaluate';

const load = (source: string) => loadRules(source, 'some.rules');

/** Returns a Firestore rules file. The body is on line 4, inside the match of all documents. */
const within = (body: string, service = 'cloud.firestore') => `rules_version = '2';
service ${service} {
  match /databases/{database}/documents {
    ${body}
  }
}
`;
const storage = (condition: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{name} {
    allow read: if ${condition};
  }
}
`;

test.each([
  // Syntax errors.
  ['', '1:1: mismatched input'],
  [rulesWith('true').replace(';\n    }', '\n  '), ''],
  [within('allow read: true;'), '4:'],
  [within('match a/b { allow read; }'), '4:'],
  [within('allow read: if "x;'), '5:3: Missing a closing "'],
  [within('allow read: if a ~ b;'), "4:22: token recognition error at: '~'"],
  [within('allow read: if a/b;'), '4:'],
  [within("allow read: if 'a\\d' == '';"), '4:'],
  // The version, the service, matches and operations.
  [within('allow read;').replace("'2'", "'1'"), "1:1: rules_version = '2'"],
  [within('allow read;').replace("'2'", "'3'"), '1:17: Only rules_version'],
  [within('allow read;').split('\n').slice(1).join('\n'), "1:1: rules_version = '2'"],
  [within('allow read;', 'google.pubsub'), "2:9: unknown service 'google.pubsub'"],
  [
    `rules_version = '2';\nimport "x";\nservice cloud.firestore { match /a { allow read; } }`,
    '2:1: import is not supported',
  ],
  [
    within('allow read;') + 'service firebase.storage { match /a { allow read; } }',
    '7:1: a file can have only one service',
  ],
  ["rules_version = '2';\nfunction f() { return true; }", '1:1: no service'],
  [within('allow reed: if true;'), "4:11: unknown operation 'reed'"],
  [within('allow read, constructor: if true;'), "4:17: unknown operation 'const"],
  [within('match /a/{database} { allow read; }'), "4:13: 'database' is already"],
  [within('match /{a=**}/b/{c=**} { allow read; }'), '4:20: a path can have only one'],
  [within('match /a%20b { allow read; }'), '4:11: percent-encoded'],
  [`${within('allow read;')}${'// filler\n'.repeat(27_000)}`, '1:1: more than 262144 bytes'],
  // Names that only the other service has.
  [storage('resource.data.x == 1'), "4:29: 'resource' has no property 'data'"],
  [
    storage('exists(/databases/(default)/documents/a/b)'),
    "4:20: unknown or unsupported function 'e",
  ],
  [storage('firestore.getAfter(/a/b) == null'), "4:20: unknown or unsupported 'firestore.getAft"],
])('the file is refused: %j', (source, message) => {
  expect(() => load(source)).toThrow(RulesLoadError);
  expect(() => load(source)).toThrow(`some.rules:${message}`);
});

describe('a condition', () => {
  test.each([
    // Unknown names.
    ['nobody', "6:29: unknown variable 'nobody'"],
    ['nobody.is.here', "6:29: unknown variable 'nobody'"],
    ['toString.call()', "6:29: unknown or unsupported 'toString.call'"],
    ['isNobody()', "6:29: unknown or unsupported function 'isNobody'"],
    ['"a".constructor() == "a"', "6:29: unknown or unsupported method 'constructor'"],
    ['1 is integer', "6:34: unknown type 'integer'"],
    ['1 is bytes', "6:34: unknown type 'bytes'"],
    ['request.user == null', "6:37: 'request' has no property 'user'"],
    ['request.size() == 4', "6:29: 'request' as a whole is not supported"],
    ["'auth' in request", "'request' as a whole is not supported"],
    ["'limit' in request.query", "'request.query' as a whole is not supported"],
    ['request.query.keys() == []', "'request.query' as a whole is not supported"],
    ['request.query.offset == 0', "6:43: 'request.query' has no property 'offset'"],
    ['request.resource.size == 1', "6:46: 'request.resource' has no property 'size'"],
    ['firestore.get(/a/b) == null', "6:29: unknown or unsupported 'firestore.get'"],
    // Parts of the language that this evaluator does not support.
    ['hashing.md5("a") == ""', "6:29: unknown or unsupported 'hashing.md5'"],
    ['int("1") == 1', "6:29: unknown or unsupported function 'int'"],
    ['request.time.year() == 2026', "6:29: unknown or unsupported method 'year'"],
    ['/a/{b} == /a/b', '6:31: a path with a gap for bind() is not supported'],
    ['"abc"[1:2] == "b"', 'a range is not supported'],
    ['(true ? [resource.id, 1] : []) == []', "6:30: a list or path that reads 'resource'"],
    ['-4 < 2', '6:29: UnaryAdditiveExpression is not supported'],
    ['[1].hasAll([1])', "6:29: unknown or unsupported method 'hasAll'"],
    ['b"a" == "a"', '6:29: a literal of kind BYTES is not supported'],
    // Wrong numbers of arguments.
    ['"a".size(1) == 1', "6:29: 'size' does not take 1 arguments"],
    ['exists()', "6:29: 'exists' does not take 0 arguments"],
    // Invalid literals.
    ['9223372036854775808 > 0', '6:29: 9223372036854775808 is not a 64-bit integer'],
    ["'\\x123' == ''", '6:29: unknown escape sequence'],
    ["'a'.matches('(?=a)')", '6:41: regular expression'],
    ["'a'.split('(') == []", '6:39: regular expression'],
  ])('is refused: %s', (condition, message) =>
    expect(() => load(rulesWith(condition))).toThrow(message),
  );
});

describe('functions', () => {
  const lets = Array.from({ length: 11 }, (_, index) => `let v${index} = 1;`).join(' ');
  test.each([
    ['function f() { return true; } function f() { return false; }', 'is already declared'],
    ['function get(a) { return true; }', "'get' is a function of the language"],
    ['function f(a, a) { return true; }', 'two parameters have the same name'],
    ['function f(a) { let a = 1; return true; }', "variable 'a' is already declared"],
    ['function f() { let a = b; let b = 1; return a == b; }', "unknown variable 'b'"],
    ['function f() { return thing; }', "unknown variable 'thing'"],
    ['function f() { return f(); }', "function 'f' is recursive"],
    ['function f() { return g(); } function g() { return !f(); }', "function 'f' is recursive"],
    ['function f(a, b, c, d, e, g, h, i) { return true; }', 'more than 7 parameters'],
    [`function f() { ${lets} return true; }`, 'more than 10 let bindings'],
    [
      'function f(a) { return true; } function g() { return f(); }',
      "'f' does not take 0 arguments",
    ],
  ])('are refused: %s', (functions, message) =>
    expect(() => load(rulesWith('true', functions))).toThrow(message),
  );
});

test('matches may be nested ten deep, and no deeper', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'allow read;' : `match /a${depth} { ${nested(depth - 1)} }`;
  expect(() => load(within(nested(9)))).not.toThrow();
  expect(() => load(within(nested(10)))).toThrow('more than 10 nested matches');
});
