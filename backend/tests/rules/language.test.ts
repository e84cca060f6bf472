/** What conditions come to: operators, methods, patterns, errors. */
import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../rules/regex';
import { evaluate } from './evaluate';

describe('a condition holds', () => {
  test.each([
    // numbers
    '1 + 2 * 3 == 7 && (1 + 2) * 3 == 9',
    '1 == 1.0 && 9007199254740993 != 9007199254740993.0',
    '1 is int && !(1 is float) && 1 is number && 1.0 is float && !(1.0 is int) && 1.0 is number',
    "1 != '1' && null == null && null != false",
    '1 < 1.5 && 2 >= 2.0',
    // strings
    "'a' + 'b' == 'ab' && 'a' < 'b' && 'Z' < 'a' && 'a' <= 'a'",
    "'\\u0041\\x42\\103\\n'.size() == 4 && '\\'' == \"'\"",
    "'abc'.size() == 3 && 'é🪵'.size() == 3 && ''.size() == 0",
    "'a,b;c'.split('[,;]') == ['a', 'b', 'c'] && 'a'.split(',') == ['a']",
    "'a1b'.split('([0-9])') == ['a', 'b']",
    "'a-b-c'.replace('-', '+') == 'a+b+c' && 'abc'.replace('[ab]', '$&') == '$&$&c'",
    // lists
    '[1, 2] == [1.0, 2] && [1, 2] != [2, 1]',
    '1 in [1, 2] && !(3 in [1, 2]) && 1.0 in [1]',
    "['a', 'b'].hasOnly(['a', 'c']) == false && ['a', 'b'].hasOnly(['a', 'b', 'c'])",
    "['a', 'a', 'b'].hasOnly(['a', 'b', 'b']) && [].hasOnly(['a'])",
    "['a', 1, 2.0, true, null].join('/') == 'a/1/2.0/true/null' && [].join(',') == ''",
    '[1, 1, 2].size() == 3',
    // maps
    "{'a': [1], 'b': 2} == {'b': 2, 'a': [1]} && {'a': 1} != {'a': 1, 'b': 2}",
    "'a' in {'a': 1} && !('b' in {'a': 1})",
    "{'a': {'b': 1}}.a.b == 1 && {'a': 1}['a'] == 1",
    "{'a': 1}.get('a', 0) == 1 && {'a': 1}.get('b', 0) == 0 && {'a': null}.get('a', 0) == null",
    "{'a': 1, 'b': 2}.keys().hasOnly(['a', 'b'])",
    "{'keys': 1}.keys == 1 && {'a': 1}.keys() == ['a']",
    // sets
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys().hasOnly(['a', 'b', 'c'])",
    "!{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys().hasOnly(['a', 'b'])",
    "{'a': 1, 'b': [1]}.diff({'b': [1]}).affectedKeys() == {}.diff({'a': 2}).affectedKeys()",
    "'a' in {'a': null}.diff({}).affectedKeys() && {}.diff({'a': 1}).affectedKeys() != ['a']",
    // paths, times, choices
    "/a/b == /a/$('b') && /a/$(/b/c) == /a/b/c && /a/b != /a/c",
    "request.time + duration.value(1, 'ns') > request.time && request.time < request.time + duration.value(30, 'd')",
    "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'h') != duration.value(59, 'm')",
    "duration.value(90, 's') == duration.value(90000, 'ms')",
    'true ? false ? false : true : false',
  ])('%s', (condition) => expect(evaluate(condition)).toBe(true));
});

describe('a condition fails', () => {
  test.each([
    ['1 + null == 1', "'+' does not take int and null"],
    ['1 + 1.5 == 2.5', "'+' does not take int and float"],
    ["'a' * 2 == 'aa'", "'*' does not take string and int"],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ["1 < 'a'", "'<' does not take int and string"],
    ['true > false', "'>' does not take bool and bool"],
    ["'a' in 'abc'", "'in' does not take string and string"],
    ["1 in {'a': 1}", "'in' does not take int and map"],
    // Firebase's grammar binds `in` more loosely than `==`.
    ['true in [false] == false', "'in' does not take bool and bool"],
    ["{'a': 1}.b == null", "no property 'b'"],
    ["'a'.b == null", "string has no property 'b'"],
    ['[1][1] == null', 'no index 1 in 1 items'],
    ["[1]['a'] == 1", "'[]' does not take list and string"],
    ["'a'[0] == 'a'", "'[]' does not take string and int"],
    ["{1: 'a'}.size() == 1", 'a key of a map must be a string'],
    ["/a/$('b/c') == /a/b/c", '$(…) takes the name of one segment'],
    ['/a/$(1) == /a/1', '$(…) takes the name of one segment'],
    ["'a'.keys() == []", "string has no method 'keys' of 0"],
    ['{}.get(1, 0) == 0', 'expected string, got int'],
    ['[1].hasOnly(1)', 'expected list or set, got int'],
    ['{}.diff({}).affectedKeys()[0] == 1', "'[]' does not take set"],
    ["[[]].join(',') == ''", 'no text for list'],
    ["{'a': 1}.diff([]).affectedKeys() == []", 'expected map, got list'],
    ["duration.value(1, 'toString') == null", "no unit of time 'toString'"],
    ["'a'.replace('a', '\\\\1') == ''", 'replace() with a backslash'],
    ['1', 'is int, not bool'],
    ['1 && true', "'&&' needs bool, got int"],
    ['null || false', "'||' needs bool, got null"],
    ['!null', "'!' needs bool"],
    ['1 ? true : true', "'?' needs bool"],
    // The reason names file, line and column.
    ["1 == 1 && request.auth.uid == ''", "test.rules:6 fails at 6:39: null has no property 'uid'"],
  ])('%s', (condition, message) => expect(evaluate(condition)).toContain(message));
});

/** An expression that fails whenever it is evaluated. */
const ERROR = "request.auth.uid == ''";

describe('an operator that can decide without the side that fails', () => {
  const error = expect.stringContaining("null has no property 'uid'");
  test.each([
    [`true && ${ERROR}`, error],
    [`false && ${ERROR}`, false],
    [`${ERROR} && false`, false],
    [`${ERROR} && true`, error],
    [`true || ${ERROR}`, true],
    [`false || ${ERROR}`, error],
    [`${ERROR} || true`, true],
    [`${ERROR} || false`, error],
    ['1 && false', false],
    [`!(${ERROR})`, error],
    [`${ERROR} ? true : true`, error],
    [`true ? true : ${ERROR}`, true],
    [`[${ERROR}].size() >= 0`, error],
  ])('%s', (condition, expected) => expect(evaluate(condition)).toEqual(expected));
});

test('each value is of one type, and numbers are also `number`', () => {
  const values: Record<string, string> = {
    bool: 'true',
    duration: "duration.value(1, 's')",
    float: '1.5',
    int: '1',
    list: '[]',
    map: '{}',
    map_diff: '{}.diff({})',
    path: '/a/b',
    set: '{}.diff({}).affectedKeys()',
    string: "''",
    timestamp: 'request.time',
  };
  for (const [type, value] of Object.entries(values)) {
    const others = Object.keys(values).filter((other) => other !== type);
    const isNone = others.map((other) => `!(${value} is ${other})`).join(' && ');
    const isNumber = type === 'int' || type === 'float';
    const condition = `${value} is ${type} && !(null is ${type}) && ${isNone} && ${value} is number == ${isNumber}`;
    expect(evaluate(condition), type).toBe(true);
  }
});

describe('patterns', () => {
  test.each([
    ['abc', ['abc'], ['ab', 'abcd', ' abc']],
    ['^[1-9][0-9]{9}$', ['1234567890'], ['0123456789', '12345678901', '1234567890\n']],
    ['.', ['x', '\r', '🪵'], ['\n', '', 'xy']],
    ['[^\\n]{1,3}', ['abc'], ['', 'a\nb', 'abcd']],
    ['\\s', [' ', '\t', '\n'], ['\u00a0', '\u2028']],
    ['\\pL+\\p{Nd}\\PN', ['éA1a'], ['1a1']],
    ['\\Aab\\z', ['ab'], ['abc']],
    ['', [''], ['a']],
  ])('%s', (pattern, matching, other) => {
    for (const text of matching) expect(compilePattern(pattern).matches(text), text).toBe(true);
    for (const text of other) expect(compilePattern(pattern).matches(text), text).toBe(false);
  });

  test.each([
    ['a(?=b)', 'Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['a{1001}', 'invalid repeat count'],
    ['\\p{Alphabetic}', 'only general Unicode categories'],
    ['\\p{^Greek}', 'only general Unicode categories'],
  ])('%s is refused', (pattern, message) => expect(() => compilePattern(pattern)).toThrow(message));
});
