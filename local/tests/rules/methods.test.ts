import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate';

describe('methods and functions', () => {
  test.each([
    // strings
    "'aBc'.lower() == 'abc' && 'aBc'.upper() == 'ABC' && ' a '.trim() == 'a'",
    "'abc'.size() == 3 && 'é🪵'.size() == 2 && ''.size() == 0",
    "'a,b;c'.split('[,;]') == ['a', 'b', 'c'] && 'a'.split(',') == ['a']",
    "'a1b'.split('([0-9])') == ['a', 'b']",
    "'a-b-c'.replace('-', '+') == 'a+b+c' && 'abc'.replace('[ab]', '$&') == '$&$&c'",
    "'é'.toUtf8().size() == 2 && 'é'.toUtf8().toHexString() == 'C3A9'",
    // lists
    "['a', 'b'].hasOnly(['a', 'c']) == false && ['a', 'b'].hasOnly(['a', 'b', 'c'])",
    "['a', 'a', 'b'].hasOnly(['a', 'b', 'b']) && [].hasOnly(['a'])",
    "['a', 'b'].hasAll(['a']) && !['a'].hasAll(['a', 'b']) && ['a'].hasAll([])",
    "['a'].hasAny(['b', 'a']) && !['a'].hasAny(['b']) && ['a'].hasAny(['a'].toSet())",
    '[1].concat([2, 1]) == [1, 2, 1] && [1, 2, 1].removeAll([1]) == [2]',
    "['a', 1, 2.0, true, null].join('/') == 'a/1/2.0/true/null' && [].join(',') == ''",
    '[1, 1, 2].size() == 3 && [1, 1, 2].toSet().size() == 2',
    // sets
    "['a', 'b'].toSet().difference(['a', 'c'].toSet()) == ['b'].toSet()",
    "['a', 'b'].toSet().intersection(['b', 'c'].toSet()) == ['b'].toSet()",
    "['a'].toSet().union(['b'].toSet()) == ['b', 'a'].toSet()",
    "['a', 'b'].toSet().hasAll(['a']) && ['a'].toSet().hasOnly(['a', 'b']) && ['a'].toSet().hasAny(['a'])",
    // maps
    "{'a': 1}.get('a', 0) == 1 && {'a': 1}.get('b', 0) == 0 && {'a': null}.get('a', 0) == null",
    "{'a': {'b': 1}}.get(['a', 'b'], 0) == 1 && {'a': {}}.get(['a', 'b', 'c'], 0) == 0",
    "{'a': 1, 'b': 2}.keys().hasOnly(['a', 'b']) && {'a': 1}.values() == [1] && {'a': 1}.size() == 1",
    "{'keys': 1}.keys == 1 && {'a': 1}.keys() == ['a']",
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys() == ['a', 'b', 'c'].toSet()",
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).addedKeys() == ['a'].toSet()",
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).removedKeys() == ['c'].toSet()",
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).changedKeys() == ['b'].toSet()",
    "{'a': 1, 'b': [1]}.diff({'b': [1], 'c': 4}).unchangedKeys() == ['b'].toSet()",
    "{'a': null}.diff({}).addedKeys() == ['a'].toSet()",
    // paths
    "(/a/{x}/c).bind({'x': 'b'}) == /a/b/c && path('/a/b') == /a/b && string(/a/b) == '/a/b'",
    // times
    'request.time.year() == 2026 && request.time.month() == 3 && request.time.day() == 4',
    'request.time.hours() == 5 && request.time.minutes() == 6 && request.time.seconds() == 7',
    'request.time.nanos() == 123456789 && request.time.toMillis() == 1772600767123',
    'request.time.dayOfWeek() == 3 && request.time.dayOfYear() == 63',
    'request.time.date() == timestamp.date(2026, 3, 4)',
    'request.time.time() == duration.time(5, 6, 7, 123456789)',
    'timestamp.value(0).dayOfWeek() == 4 && timestamp.value(-1).toMillis() == -1',
    'timestamp.value(-1).year() == 1969 && timestamp.date(1970, 1, 4).dayOfWeek() == 7',
    "timestamp.value(0) + duration.value(1, 'd') == timestamp.date(1970, 1, 2)",
    "timestamp.value(0) < timestamp.value(1) && duration.value(1, 'h') > duration.value(59, 'm')",
    "timestamp.value(1500) - timestamp.value(0) == duration.value(1500, 'ms')",
    "duration.value(2, 'w').seconds() == 1209600 && duration.value(1, 'ns').nanos() == 1",
    "duration.abs(duration.value(-3, 's')) == duration.value(3, 's')",
    // bytes
    "b'ab'.size() == 2 && b'ab'.toBase64() == 'YWI='",
    "b'ab'.toHexString() == '6162'",
    // conversions
    "int('12') == 12 && int('-12') == -12 && int(2.9) == 2 && int(2) == 2 && int('1') is int",
    "float('1.5') == 1.5 && float(1) is float && float('1e3') == 1000.0",
    "string(1) == '1' && string(1.0) == '1.0' && string(true) == 'true' && string(null) == 'null'",
    "bool('true') && !bool('false') && bool(true)",
  ])('%s', (condition) => expect(evaluate(condition)).toBe(true));

  test.each([
    ["'a'.keys() == []", "string has no method 'keys' of 0"],
    ['null.size() == 0', "null has no method 'size' of 0"],
    ['(1).size() == 0', "int has no method 'size' of 0"],
    ["{'a': 'x'}.get(['a', 'b'], 0) == 0", 'string has no keys'],
    ['{}.get(1, 0) == 0', 'expected string, got int'],
    ['[1].hasAll(1)', 'expected list or set, got int'],
    ['[1].toSet()[0] == 1', "'[]' does not take set"],
    ["[[]].join(',') == ''", 'no text for list'],
    ["{'a': 1}.diff([]).affectedKeys().size() == 0", 'expected map, got list'],
    ["int('1.5') == 1", 'no int: string'],
    ["int('') == 0", 'no int: string'],
    ['int(null) == 0', 'no int: null'],
    ["float('x') == 0.0", 'no float: string'],
    ['bool(1)', 'no bool: int'],
    ["bool('TRUE')", 'no bool: string'],
    ['int(1.0 / 0) == 0', 'Infinity is no integer'],
    ["duration.value(1, 'y') == duration.value(1, 'y')", "no unit of time 'y'"],
    ["duration.value(1, 'toString') == null", "no unit of time 'toString'"],
    ['timestamp.date(2026, 2, 30) == request.time', 'no date 2026-2-30'],
    ['(/a/{x}).bind({}) == /a', 'nothing to bind to {x}'],
    ["'a'.replace('a', '\\\\1') == ''", 'replace() with a backslash'],
  ])('%s fails', (condition, message) => expect(evaluate(condition)).toContain(message));
});
