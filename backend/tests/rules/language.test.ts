/** Tests our evaluator of conditions. `tests/official/language.test.ts` also compares it with Google's own. */
import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../rules/regex';
import { evaluate } from './evaluate';

test.each([
  '9007199254740993 == 9007199254740992.0 && !(1.0 in [1])',
  "'\\u0041\\x42\\103\\n'.size() == 4 && '\\'' == \"'\"",
  "'a1b'.split('([0-9])') == ['a', 'b']",
  "'abc'.replace('[ab]', '$&') == '$&$&c'",
  "['a', 1, 2.0, true, null].join('/') == 'a/1/2.0/true/null'",
  "{'keys': 1}.keys == 1 && {'a': 1}.keys() == ['a']",
  "{'a': 1, 'b': [1]}.diff({'b': [1]}).affectedKeys() == {}.diff({'a': 2}).affectedKeys()",
  "duration.value(90, 's') == duration.value(90000, 'ms')",
])('the condition is true: %s', (condition) => expect(evaluate(condition)).toBe(true));

describe('a condition has an error', () => {
  test.each([
    ['[1].concat(1) == [1]', 'expected list, got int'],
    ['1 + 1.5 == 2.5', "'+' does not take int and float"],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ['1 / 0 == 0', 'division by zero'],
    ['1 % 0 == 0', 'division by zero'],
    ['3 / 1.5 == 2', "'/' does not take int and float"],
    ["'a' - 'a' == ''", "'-' does not take string and string"],
    ["'a' in 'abc'", "'in' does not take string and string"],
    // In Firebase's grammar, `==` binds more tightly than `in`.
    ['true in [false] == false', "'in' does not take bool and bool"],
    ["'🪵'.split('') == []", 'a pattern that matches nothing'],
    ["'a'[0] == 'a'", "'[]' does not take string and int"],
    ["{1: 'a'}.size() == 1", 'a key of a map must be a string'],
    ["/a/$('b/c') == /a/b/c", '$(…) takes the name of one segment'],
    ['/a/$(/b/c) == /a/b/c', '$(…) takes the name of one segment'],
    ["[[]].join(',') == ''", 'no text for list'],
    ["duration.value(1, 'toString') == null", "unknown unit of time 'toString'"],
    ["'a'.replace('a', '\\\\1') == ''", 'replace() with a backslash'],
    ["'a'.replace('a', '${0}') == ''", 'or the name of a group'],
    ["'a'.replace('a', '$1') == '' || true", 'there is no group 1'],
    ['1', 'is int, not bool'],
    // The reason contains file, line and column.
    ["1 == 1 && request.auth.uid == ''", "test.rules:6 fails at 6:39: null has no property 'uid'"],
  ])('%s', (condition, message) => expect(evaluate(condition)).toContain(message));
});

test('each value has exactly one type, and an int or float is also a `number`; no set is a `set`', () => {
  const values: Record<string, string> = {
    bool: 'true',
    duration: "duration.value(1, 's')",
    float: '1.5',
    int: '1',
    list: '[]',
    map: '{}',
    map_diff: '{}.diff({})',
    path: '/a/b',
    string: "''",
    timestamp: 'request.time',
  };
  expect(evaluate('{}.diff({}).affectedKeys() is set')).toBe(false);
  for (const [type, value] of Object.entries(values)) {
    const others = Object.keys(values).filter((other) => other !== type);
    const isNone = others.map((other) => `!(${value} is ${other})`).join(' && ');
    const isNumber = type === 'int' || type === 'float';
    const condition = `${value} is ${type} && !(null is ${type}) && ${isNone} && ${value} is number == ${isNumber}`;
    expect(evaluate(condition), type).toBe(true);
  }
});

describe('regular expressions', () => {
  test.each([
    ['abc', ['abc'], ['ab', 'abcd', ' abc']],
    ['^[1-9][0-9]{9}$', ['1234567890'], ['0123456789', '12345678901', '1234567890\n']],
    ['.', ['x', '\r', '🪵'], ['\n', '', 'xy']],
    ['[^\\n]{1,3}', ['abc'], ['', 'a\nb', 'abcd']],
    ['\\s', [' ', '\t', '\n'], ['\u00a0', '\u2028']],
    ['\\pL+\\p{Nd}\\PN', ['éA1a'], ['1a1']],
    ['\\Aab\\z', ['ab'], ['abc']],
    ['', [''], ['a']],
  ])('the pattern `%s` matches the right texts', (pattern, matching, other) => {
    for (const text of matching) expect(compilePattern(pattern).matches(text), text).toBe(true);
    for (const text of other) expect(compilePattern(pattern).matches(text), text).toBe(false);
  });

  test.each([
    ['a(?=b)', 'Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['a{1001}', 'invalid repeat count'],
    ['\\p{Alphabetic}', 'only general Unicode categories'],
    ['\\p{^Greek}', 'only general Unicode categories'],
  ])('the pattern `%s` is refused', (pattern, message) =>
    expect(() => compilePattern(pattern)).toThrow(message),
  );
});
