import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate';

/** An expression that fails whenever it is evaluated. */
const ERROR = 'request.auth.uid';

describe('conditions with errors in them', () => {
  const error = expect.stringContaining("null has no property 'uid'");
  test.each([
    [`true && ${ERROR} == ''`, error],
    [`false && ${ERROR} == ''`, false],
    [`${ERROR} == '' && false`, false],
    [`${ERROR} == '' && true`, error],
    [`true || ${ERROR} == ''`, true],
    [`false || ${ERROR} == ''`, error],
    [`${ERROR} == '' || true`, true],
    [`${ERROR} == '' || false`, error],
    [`${ERROR} == '' || ${ERROR} == ''`, error],
    [`!(${ERROR} == '')`, error],
    [`${ERROR} == '' ? true : true`, error],
    [`true ? true : ${ERROR} == ''`, true],
    [`[${ERROR}].size() >= 0`, error],
    [`(${ERROR} == '' && true) || true`, true],
    ['1', expect.stringContaining('is int, not bool')],
    ['null', expect.stringContaining('is null, not bool')],
    ["'true'", expect.stringContaining('is string, not bool')],
    ['1 && true', expect.stringContaining("'&&' needs bool, got int")],
    ['1 && false', false],
    ['1 || true', true],
    ['null || false', expect.stringContaining("'||' needs bool, got null")],
    ['!null', expect.stringContaining("'!' needs bool")],
    ['1 ? true : true', expect.stringContaining("'?' needs bool")],
  ])('%s', (condition, expected) => expect(evaluate(condition)).toEqual(expected));

  test('the reason names file, line and column', () =>
    expect(evaluate(`1 == 1 && ${ERROR} == ''`)).toBe(
      "test.rules:6 fails at 6:39: null has no property 'uid'",
    ));
});

describe('operators', () => {
  test.each([
    '1 + 2 * 3 == 7',
    '(1 + 2) * 3 == 9',
    '7 / 2 == 3',
    '-7 / 2 == -3',
    '7.0 / 2 == 3.5',
    '7 % 4 == 3',
    '-7 % 4 == -3',
    '5 - -3 == 8',
    '-(2) + 2 == 0',
    '1 == 1.0',
    '9007199254740993 != 9007199254740993.0',
    '1 is int && !(1 is float) && 1 is number',
    '1.0 is float && !(1.0 is int) && 1.0 is number',
    '(1 + 1.0) is float',
    "1 != '1'",
    'null == null',
    'null != false',
    "'a' + 'b' == 'ab'",
    "'a' < 'b' && 'Z' < 'a' && 'a' <= 'a'",
    '1 < 1.5 && 2 >= 2.0',
    '[1, 2] == [1.0, 2]',
    '[1, 2] != [2, 1]',
    "{'a': [1], 'b': 2} == {'b': 2, 'a': [1]}",
    "{'a': 1} != {'a': 1, 'b': 2}",
    '[1, 2].toSet() == [2, 1, 1].toSet()',
    '[1].toSet() != [1]',
    "'a' in {'a': 1} && !('b' in {'a': 1})",
    '1 in [1, 2] && !(3 in [1, 2])',
    '1.0 in [1]',
    "'x' in ['x'].toSet()",
    'true ? false ? false : true : false',
    "'héllo'[1] == 'é' && '🪵b'[1] == 'b'",
    "'abcde'[1:3] == 'bc' && 'abcde'[3:] == 'de' && 'abcde'[:2] == 'ab'",
    '[1, 2, 3][1:] == [2, 3] && [1, 2, 3][0:0] == []',
    "{'a': {'b': 1}}.a.b == 1 && {'a': 1}['a'] == 1",
    "/a/b == /a/$('b') && /a/b[1] == 'b'",
    'b"ab" == b\'ab\' && b"ab" is bytes && b"ab" != "ab"',
    "'\\u0041\\x42\\103\\n'.size() == 4 && '\\'' == \"'\"",
  ])('%s', (condition) => expect(evaluate(condition)).toBe(true));

  test.each([
    ['1 + null == 1', "'+' does not take int and null"],
    ["1 + 'a' == '1a'", "'+' does not take int and string"],
    ["'a' * 2 == 'aa'", "'*' does not take string and int"],
    ['1 / 0 == 1', 'division by zero'],
    ['1 % 0 == 1', 'division by zero'],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ["1 < 'a'", "'<' does not take int and string"],
    ['null < 1', "'<' does not take null and int"],
    ['true > false', "'>' does not take bool and bool"],
    ['[1] < [2]', "'<' does not take list and list"],
    ["-'a' == 'a'", "'-' does not take string"],
    ["'a' in 'abc'", "'in' does not take string and string"],
    ["1 in {'a': 1}", "'in' does not take int and map"],
    ["{'a': 1}.b == null", "no property 'b'"],
    ["{'a': 1}['b'] == null", "no property 'b'"],
    ["'a'.b == null", "string has no property 'b'"],
    ['[1][1] == null', 'no index 1 in 1 items'],
    ['[1][-1] == 1', 'no index -1 in 1 items'],
    ["[1]['a'] == 1", "'[]' does not take list and string"],
    ['[1][0.0] == 1', "'[]' does not take list and float"],
    ["'abc'[2:1] == ''", 'no range 2:1 in 3 items'],
    ["'abc'[0:4] == ''", 'no range 0:4 in 3 items'],
    ["{1: 'a'}.size() == 1", 'a key of a map must be a string'],
    ["/a/$('b/c') == /a/b/c", '$(…) takes the name of one segment'],
    ["/a/$('') == /a", '$(…) takes the name of one segment'],
    ['/a/$(1) == /a/1', '$(…) takes the name of one segment'],
    // Firebase's grammar binds `in` more loosely than `==`.
    ['true in [false] == false', "'in' does not take bool and bool"],
    ['/a/{b}[1] == "b"', 'path segment {b} is unbound'],
  ])('%s fails', (condition, message) => expect(evaluate(condition)).toContain(message));
});

describe('is', () => {
  const values: Record<string, string> = {
    bool: 'true',
    bytes: "b'a'",
    duration: "duration.value(1, 's')",
    float: '1.5',
    int: '1',
    latlng: 'resource.data.place',
    list: '[]',
    map: '{}',
    map_diff: '{}.diff({})',
    path: '/a/b',
    set: '[].toSet()',
    string: "''",
    timestamp: 'request.time',
  };
  const resource = { place: { geoPointValue: { latitude: 1, longitude: 2 } } };
  test.each(Object.entries(values))('%s', (type, value) => {
    for (const other of Object.keys(values))
      expect(evaluate(`${value} is ${other}`, { resource }), other).toBe(other === type);
    expect(evaluate(`${value} is number`, { resource })).toBe(type === 'int' || type === 'float');
    expect(evaluate(`null is ${type}`)).toBe(false);
  });
});
