import { describe, expect, test } from 'vitest';
import { loadRules, RulesLoadError } from '../../rules/index';
import { rulesWith } from './evaluate';

const load = (source: string) => loadRules(source, 'some.rules');

/** A Firestore file with this body inside the documents match, which is line 4. */
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

describe('a rules file that cannot be used is refused with file, line and column', () => {
  test.each([
    // syntax
    ['', 'some.rules:1:1: mismatched input'],
    [rulesWith('true').replace(';\n    }', '\n  '), 'some.rules:'],
    [within('allow read: true;'), 'some.rules:4:'],
    [within('match a/b { allow read; }'), 'some.rules:4:'],
    [within('allow read: if "x;'), 'some.rules:5:3: Missing a closing "'],
    [within('allow read: if a ~ b;'), "some.rules:4:22: token recognition error at: '~'"],
    [within('allow read: if a/b;'), 'some.rules:4:'],
    [within("allow read: if 'a\\d' == '';"), 'some.rules:4:'],
    // the frame of the file
    [within('allow read;').replace("'2'", "'1'"), "some.rules:1:1: rules_version = '2'"],
    [within('allow read;').replace("'2'", "'3'"), 'some.rules:1:17: Only rules_version'],
    [within('allow read;').split('\n').slice(1).join('\n'), "some.rules:1:1: rules_version = '2'"],
    [within('allow read;', 'google.pubsub'), "some.rules:2:9: unknown service 'google.pubsub'"],
    [
      `rules_version = '2';\nimport "x";\nservice cloud.firestore { match /a { allow read; } }`,
      'some.rules:2:1: import is not supported',
    ],
    [
      within('allow read;') + 'service firebase.storage { match /a { allow read; } }',
      'some.rules:7:1: a file holds one service',
    ],
    ["rules_version = '2';\nfunction f() { return true; }", 'some.rules:1:1: no service'],
    [within('allow reed: if true;'), "some.rules:4:11: unknown operation 'reed'"],
    [within('allow read, constructor: if true;'), "some.rules:4:17: unknown operation 'const"],
    [within('match /a/{database} { allow read; }'), "some.rules:4:13: 'database' is already"],
    [within('match /{a=**}/b/{c=**} { allow read; }'), 'some.rules:4:20: a path can hold only one'],
    [within('match /a%20b { allow read; }'), 'some.rules:4:11: percent-encoded'],
    // names
    [rulesWith('nobody'), "some.rules:6:29: unknown variable 'nobody'"],
    [rulesWith('nobody.is.here'), "some.rules:6:29: unknown variable 'nobody'"],
    [rulesWith('nobody.says()'), "some.rules:6:29: unknown variable 'nobody'"],
    [rulesWith('toString.call()'), "some.rules:6:29: unknown variable 'toString'"],
    [rulesWith('isNobody()'), "some.rules:6:29: unknown function 'isNobody'"],
    [rulesWith('toString()'), "some.rules:6:29: unknown function 'toString'"],
    [rulesWith('hashing.md5("a") == b""'), "some.rules:6:29: unknown variable 'hashing'"],
    [rulesWith('debug(true)'), "some.rules:6:29: unknown function 'debug'"],
    [rulesWith('math.abs(1) == 1'), "some.rules:6:29: unknown variable 'math'"],
    [rulesWith('duration.sum(1) == 0'), "some.rules:6:29: unknown function 'duration.sum'"],
    [rulesWith('duration.toString() == ""'), "6:29: unknown function 'duration.toString'"],
    [rulesWith('true && "a".reverse() == "a"'), "some.rules:6:37: unknown method 'reverse'"],
    [rulesWith('"a".constructor() == "a"'), "some.rules:6:29: unknown method 'constructor'"],
    [rulesWith('1 is integer'), "some.rules:6:34: unknown type 'integer'"],
    [rulesWith('request.user == null'), "some.rules:6:37: 'request' has no property 'user'"],
    [rulesWith('request.auth.id == ""'), "some.rules:6:42: 'request.auth' has no property 'id'"],
    [rulesWith('resource.name == ""'), "some.rules:6:38: 'resource' has no property 'name'"],
    [
      rulesWith('request.resource.size == 1'),
      "some.rules:6:46: 'request.resource' has no property 'size'",
    ],
    [storage('resource.data.x == 1'), "some.rules:4:29: 'resource' has no property 'data'"],
    [storage('exists(/databases/(default)/documents/a/b)'), "some.rules:4:20: unknown function 'e"],
    [storage('firestore.getAfter(/a/b) == null'), "some.rules:4:20: unknown variable 'firestore'"],
    [rulesWith('firestore.get(/a/b) == null'), "some.rules:6:29: unknown variable 'firestore'"],
    // arguments
    [rulesWith('"a".size(1) == 1'), "some.rules:6:29: 'size' does not take 1 arguments"],
    [rulesWith('{}.get("a") == 1'), "some.rules:6:29: 'get' does not take 1 arguments"],
    [rulesWith('exists()'), "some.rules:6:29: 'exists' does not take 0 arguments"],
    [rulesWith('int(1, 2) == 1'), "some.rules:6:29: 'int' does not take 2 arguments"],
    [rulesWith('duration.value(1) == 1'), "6:29: 'duration.value' does not take 1 arguments"],
    // literals
    [rulesWith('9223372036854775808 > 0'), 'some.rules:6:29: 9223372036854775808 is no integer'],
    [rulesWith("'\\x123' == ''"), 'some.rules:6:29: an escape that is not known'],
    [rulesWith("b'\\x12' == b''"), 'some.rules:6:29: escapes in bytes'],
    [rulesWith("'a'.matches('(?=a)')"), 'some.rules:6:41: regular expression'],
    [rulesWith("'a'.split('(') == []"), 'some.rules:6:39: regular expression'],
  ])('%j', (source, message) => {
    expect(() => load(source)).toThrow(RulesLoadError);
    expect(() => load(source)).toThrow(message);
  });
});

describe('functions that cannot be used are refused', () => {
  const lets = Array.from({ length: 11 }, (_, index) => `let v${index} = 1;`).join(' ');
  test.each([
    ['function f() { return true; } function f() { return false; }', 'is already declared'],
    ['function get(a) { return true; }', "'get' is a function of the language"],
    ['function f(a, a) { return true; }', 'two parameters have the same name'],
    ['function f(a) { let a = 1; return true; }', "variable 'a' is already declared"],
    ['function f() { let a = b; let b = 1; return a == b; }', "unknown variable 'b'"],
    ['function f() { let a = a; return a; }', "unknown variable 'a'"],
    ['function f() { return thing; }', "unknown variable 'thing'"],
    ['function f() { return f(); }', "function 'f' is recursive"],
    ['function f() { return g(); } function g() { return !f(); }', "function 'f' is recursive"],
    ['function f(a, b, c, d, e, g, h, i) { return true; }', 'more than 7 parameters'],
    [`function f() { ${lets} return true; }`, 'more than 10 let bindings'],
  ])('%s', (functions, message) =>
    expect(() => load(rulesWith('true', functions))).toThrow(message),
  );

  test('a call with the wrong number of arguments', () =>
    expect(() => load(rulesWith('f(1)', 'function f() { return true; }'))).toThrow(
      "some.rules:6:29: 'f' does not take 1 arguments",
    ));
});

test('a file of more than 256 KiB is refused', () => {
  const source = `${within('allow read;')}${'// filler\n'.repeat(27_000)}`;
  expect(() => load(source)).toThrow('some.rules:1:1: more than 262144 bytes');
});

test('matches nested more than ten deep are refused', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'allow read;' : `match /a${depth} { ${nested(depth - 1)} }`;
  expect(() => load(within(nested(9)))).not.toThrow();
  expect(() => load(within(nested(10)))).toThrow('more than 10 nested matches');
});

test('the same source is parsed once', () =>
  expect(load(rulesWith('true'))).toBe(load(rulesWith('true'))));
