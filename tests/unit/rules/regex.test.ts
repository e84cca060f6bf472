import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../local/rules/methods/string';

describe('patterns', () => {
  test.each([
    ['abc', ['abc'], ['ab', 'abcd', ' abc']],
    ['^[1-9][0-9]{9}$', ['1234567890'], ['0123456789', '12345678901', '1234567890\n']],
    ['a|bc', ['a', 'bc'], ['abc', 'ac']],
    ['.', ['x', '\r', '🪵'], ['\n', '', 'xy']],
    ['[^\\n]{1,3}', ['abc'], ['', 'a\nb', 'abcd']],
    ['\\d+[.]\\w*', ['1.', '12.aB_9'], ['٣.', 'a.', '1.é']],
    ['\\s', [' ', '\t', '\n'], ['\u00a0', '\u2028']],
    ['a{2}b?c*', ['aa', 'aabcc'], ['a', 'aabb']],
    ['(?:ab)+(?P<name>c)(?<other>d)', ['ababcd'], ['abc']],
    ['[a-]', ['a', '-'], ['b']],
    ['[[:alpha:][:digit:]]+', ['aZ9'], ['_']],
    ['\\.\\-\\/\\$\\{\\}', ['.-/${}'], ['a-/${}']],
    ['a{,3}', ['a{,3}'], ['aaa']],
    ['\\x41\\x{1F600}\\t', ['A😀\t'], ['A']],
    ['\\pL+\\p{Nd}\\PN', ['éA1a'], ['1a1']],
    ['\\Aab\\z', ['ab'], ['abc']],
    ['', [''], ['a']],
    ['(?i)a\\Q.\\E', ['A.'], ['ab']],
  ])('%s', (pattern, matching, other) => {
    for (const text of matching) expect(compilePattern(pattern).matches(text), text).toBe(true);
    for (const text of other) expect(compilePattern(pattern).matches(text), text).toBe(false);
  });

  test.each([
    ['a(?=b)', 'Perl syntax: `(?=`'],
    ['(?<=a)b', 'invalid named capture'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['(?<x>a)\\k<x>', 'invalid escape sequence: `\\k`'],
    ['(?>a)', 'Perl syntax: `(?>`'],
    ['*a', 'missing argument to repetition operator'],
    ['a++', 'nested repetition'],
    ['a{1001}', 'invalid repeat count'],
    ['(a{64}b){20}', 'invalid repeat count'],
    ['(a', 'missing closing )'],
    ['a\\', 'trailing backslash'],
    ['[[:foo:]]', 'invalid character class range'],
    ['\\u0041', 'invalid escape sequence: `\\u`'],
    ['\\xg', 'invalid escape sequence: `\\xg`'],
    ['\\p{Alphabetic}', 'only general Unicode categories'],
    ['\\p{^Greek}', 'only general Unicode categories'],
  ])('%s is refused', (pattern, message) => expect(() => compilePattern(pattern)).toThrow(message));
});
