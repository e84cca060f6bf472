import { describe, expect, test } from 'vitest';
import type { ProtoFields, RulesMethod, RulesQuery } from '../../rules/types';
import { decideWith, evaluate, TIME } from './evaluate';

const ROOT = '/databases/(default)/documents';
const service = (body: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${body}
  }
}
`;
const decide = (body: string, path: string, method: RulesMethod = 'get') =>
  decideWith(service(body), { path: `${ROOT}/${path}`, method }).allowed;

describe('match', () => {
  test.each([
    ['match /{rest=**} { allow get: if rest == /a/x; }', 'a/x', true],
    ['match /{rest=**}/b/{id} { allow get: if rest == /a/x && id == "y"; }', 'a/x/b/y', true],
    ['match /{rest=**}/b/{id} { allow get: if id == "y"; }', 'b/y', true],
    ['match /{rest=**}/b/{id} { allow get; }', 'a/x', false],
    ['match /a/x { allow get: if resource.data.no; } match /{r=**} { allow get; }', 'a/x', true],
  ])('with `%s`, get of %s is allowed: %s', (body, path, allowed) =>
    expect(decide(body, path)).toBe(allowed),
  );

  test('a function outside of a match cannot use the captures of the match', () => {
    const body = `function isX() { return id == "x"; } match /a/{id} { allow get: if isX(); }`;
    expect(() => decide(body, 'a/x')).toThrow("unknown variable 'id'");
  });

  test('a `let` with an error makes the function fail, even if the variable is not used', () => {
    const functions = 'function f() { let x = [][0]; return true; }';
    expect(evaluate('f()', { functions })).toContain('no index 0 in 0 items');
  });
});

test.each<[string, RulesMethod[]]>([
  ['read', ['get', 'list']],
  ['write', ['create', 'update', 'delete']],
  ['get', ['get']],
  ['list, create', ['list', 'create']],
  ['update', ['update']],
  ['delete', ['delete']],
])('`allow %s` allows exactly these methods: %j', (operations, expected) => {
  const body = `match /a/{id} { allow ${operations}; }`;
  const methods: RulesMethod[] = ['get', 'list', 'create', 'update', 'delete'];
  expect(methods.filter((method) => decide(body, 'a/x', method))).toEqual(expected);
});

describe('a query', () => {
  const ask = (body: string, path: string, query: RulesQuery) =>
    decideWith(service(body), { path: `${ROOT}/${path}`, method: 'list', query }).allowed;

  test.each([
    ['match /{path=**}/b/{id} { allow list; }', true],
    ['match /{all=**} { allow list; }', true],
    ['match /{path=**}/c/{id} { allow list; }', false],
    ['match /{path=**}/b/{id} { allow get; }', false],
    ['match /{path=**}/b/x { allow list; }', false],
    ['match /{path=**}/b/{id} { allow list: if id == "x" || path == /a; }', false],
    ['match /{path=**}/b/{id} { allow list: if request.path == /a; }', false],
    ['match /b/{id} { allow list; }', false],
    ['match /a/{a}/b/{id} { allow list; }', false],
    ['match /a/{path=**}/b/{id} { allow list; }', false],
    ['match /{collection}/{a}/b/{id} { allow list; }', false],
  ])('of a collection group, with `%s`, is allowed: %s', (body, allowed) =>
    expect(ask(body, 'b', { limit: null, isGroup: true })).toBe(allowed),
  );

  test.each([
    [10, true],
    [11, false],
    [null, false],
  ])('with the limit %s is allowed at most 10: %s', (limit, allowed) => {
    const body = 'match /a/{id} { allow list: if request.query.limit <= 10; }';
    expect(ask(body, 'a', { limit, isGroup: false })).toBe(allowed);
  });

  test('a call that is none has no `request.query`', () =>
    expect(evaluate('request.query.limit <= 10')).toContain("no property 'query'"));
});

describe('list', () => {
  test.each([
    ['match /a/{id} { allow list; }', 'a', true],
    ['match /a/{id} { allow get; }', 'a', false],
    ['match /a/x { allow list; }', 'a', false],
    ['match /{all=**} { allow list; }', 'a', true],
    ['match /a/{id}/b/{other} { allow list: if id == "x"; }', 'a/x/b', true],
    ['match /a/{id} { allow list: if id == "x"; }', 'a', false],
    ['match /a/{id} { allow list: if false && resource.data.open; }', 'a', false],
    ['match /a/{id} { allow list: if resource.data.open; allow list; }', 'a', true],
  ])('with `%s`, list of %s is allowed: %s', (body, path, allowed) =>
    expect(decide(body, path, 'list')).toBe(allowed),
  );

  test.each(['resource.data.open', 'resource == null || true', 'f(resource)'])(
    'a rule for list that reads `resource` is an error with file and line: %s',
    (condition) => {
      const f = 'function f(x) { return x.data.open; }';
      const column = condition.indexOf('resource') + 29;
      expect(() =>
        evaluate(condition, { method: 'list', path: `${ROOT}/things`, functions: f }),
      ).toThrow(`test.rules:6:${column}: a rule for list that reads 'resource' is decided from`);
    },
  );
});

describe('request and resource', () => {
  const fields: ProtoFields = {
    count: { integerValue: '9007199254740993' },
    whole: { doubleValue: 2 },
    endless: { doubleValue: 'Infinity' },
    when: { timestampValue: TIME },
    zoned: { timestampValue: '2026-03-04T00:06:07.123456789-05:00' },
    link: { referenceValue: 'projects/p/databases/(default)/documents/things/two' },
  };
  const setting = { resource: fields, newResource: fields };

  test.each([
    'resource.data.count == 9007199254740993 && resource.data.count is int',
    'resource.data.whole == 2 && resource.data.whole is float',
    'resource.data.endless > 9223372036854775807',
    'resource.data.when == request.time && resource.data.zoned == request.time',
    'resource.data.link == /databases/$(database)/documents/things/two',
    "request.resource.data == resource.data && request.method == 'update'",
  ])('the condition is true: %s', (condition) => expect(evaluate(condition, setting)).toBe(true));

  test('`resource` is null when nothing is stored, `request.resource` when nothing would be', () => {
    expect(evaluate('resource == null', { method: 'create', newResource: {} })).toBe(true);
    expect(evaluate('resource.data.a == 1')).toContain("null has no property 'data'");
    expect(evaluate('request.resource == null', { method: 'delete' })).toBe(true);
  });
});

describe('other documents', () => {
  const name = (id: string) => `/databases/$(database)/documents/other/${id}`;
  const one: ProtoFields = { n: { integerValue: '1' } };
  const two: ProtoFields = { n: { integerValue: '2' } };
  const setting = { before: { 'other/a': one }, after: { 'other/a': two, 'other/b': one } };

  test.each([
    `get(${name('a')}).data.n == 1 && getAfter(${name('a')}).data.n == 2`,
    `exists(${name('a')}) && !exists(${name('b')}) && existsAfter(${name('b')})`,
  ])('the condition is true: %s', (condition) => expect(evaluate(condition, setting)).toBe(true));

  test.each([
    [
      `getAfter(${name('c')}) == null`,
      'there is no document /databases/(default)/documents/other/c',
    ],
    ["exists('/databases/(default)/documents/other/a')", 'expected path, got string'],
    ['exists(/other/a)', 'is not in /databases/(default)/documents'],
    ['exists(/databases/$(database)/documents/other)', 'is not a document'],
  ])('the condition has an error: %s', (condition, message) =>
    expect(evaluate(condition, setting)).toContain(message),
  );
});

describe('the limits of the language', () => {
  const exists = (id: string | number) => `!exists(/databases/$(database)/documents/a/d${id})`;
  const existing = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => exists(index + from)).join(' && ');
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, index) =>
        `function f${index}() { return ${index + 1 < depth ? `f${index + 1}()` : true}; }`,
    ).join('\n');

  // `[1, …].size() > 0` counts as four expressions and one for each item.
  const list = (count: number) => `[${'1, '.repeat(count - 5)}1].size() > 0`;
  const functions = `function costs95() { return ${list(94)}; }`;
  const costing = (count: number) => {
    // With both of its sides, `&&` counts twice.
    const calls = Math.floor((count - 5) / 97);
    return `(${'costs95() && '.repeat(calls)}${list(count - calls * 97)})`;
  };

  test('a request may evaluate 1,000 expressions', () => {
    expect(evaluate(costing(1000), { functions })).toBe(true);
    expect(evaluate(costing(1001), { functions })).toContain('more than 1000 expressions');
    // The request is denied even inside `||`.
    expect(evaluate(`${costing(1001)} || true`, { functions })).toContain('more than 1000');
    // An expression that is not evaluated does not count.
    expect(evaluate(`true || ${costing(1100)}`, { functions })).toBe(true);
  });

  test('the expressions of all rules of a request are counted together', () => {
    const rule = `allow update: if !${costing(500)};`;
    const ask = (rules: string) =>
      decideWith(service(`${functions} match /things/{id} { ${rules} }`));
    expect(ask(`${rule} allow update;`).allowed).toBe(true);
    expect(ask(`${rule} ${rule} allow update;`).reason).toContain('more than 1000 expressions');
  });

  test('function calls may be nested 20 deep', () => {
    expect(evaluate('f0()', { functions: nested(20) })).toBe(true);
    expect(evaluate('f0()', { functions: nested(21) })).toContain('calls deeper than 20');
  });

  test('a request, or one operation of a batch, may look at 10 documents; the same document counts once', () => {
    for (const accessed of [undefined, new Set<string>()]) {
      const ask = (condition: string) => evaluate(condition, accessed ? { accessed } : {});
      expect(ask(`${existing(10)} && ${existing(10)}`)).toBe(true);
      expect(ask(existing(11))).toContain('more than 10 documents accessed in one request');
    }
  });

  test('a batch may access 20 documents; the same document counts again in each operation', () => {
    const accessed = new Set<string>();
    expect(evaluate(existing(10), { accessed })).toBe(true);
    expect(evaluate(existing(10), { accessed })).toBe(true);
    expect(evaluate('true', { accessed })).toBe(true);
    expect(evaluate(existing(1), { accessed })).toContain('more than 20 documents accessed');
  });
});

test('the reason of a decision names the rule that allowed, or why each matching rule denied', () => {
  const body = 'match /a/{id} { allow get: if false; allow get: if id == "x"; }';
  const ask = (id: string) => decideWith(service(body), { path: `${ROOT}/a/${id}`, method: 'get' });
  expect(ask('x').reason).toBe('allowed by test.rules:4');
  expect(ask('y').reason).toBe('test.rules:4 is false; test.rules:4 is false');
  expect(decideWith(service(body), { path: `${ROOT}/b/x`, method: 'get' }).reason).toBe(
    'test.rules: no rule allows get here',
  );
});
