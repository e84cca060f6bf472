import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../local/rules/regex';

describe('patterns', () => {
  test.each([
    ['abc', ['abc'], ['ab', 'abcd', ' abc']],
    ['^[1-9][0-9]{9}$', ['1234567890'], ['0123456789', '12345678901', '1234567890\n']],
    ['a|bc', ['a', 'bc'], ['abc', 'ac']],
    ['.', ['x', '\r', '🪵'], ['\n', '', 'xy']],
    ['[^\\n]{1,3}', ['abc'], ['', 'a\nb', 'abcd']],
    ['\\d+[.]\\w*', ['1.', '12.aB_9'], ['٣.', 'a.', '1.é']],
    ['\\s', [' ', '\t', '\n'], ['\u00a0', '\u2028']],
    ['\\S+', ['abc', '\u00a0'], ['a b']],
    ['[\\s\\d]+', ['1 2'], ['a']],
    ['a{2}b?c*', ['aa', 'aabcc'], ['a', 'aabb']],
    ['a+?', ['aaa'], ['']],
    ['(?:ab)+(?P<name>c)(?<other>d)', ['ababcd'], ['abc']],
    ['[]a]', [']', 'a'], ['b']],
    ['[^]a]', ['b'], [']', 'a']],
    ['[a-]', ['a', '-'], ['b']],
    ['[a-c-]', ['b', '-'], ['d']],
    ['[[:alpha:][:digit:]]+', ['aZ9'], ['_']],
    ['[[:punct:]]+', ['!-/[]^`{~'], ['a']],
    ['\\.\\-\\/\\$\\{\\}', ['.-/${}'], ['a-/${}']],
    ['a{b}', ['a{b}'], ['ab']],
    ['a{,3}', ['a{,3}'], ['aaa']],
    ['\\x41\\x{1F600}\\t', ['A😀\t'], ['A']],
    ['\\pL+\\p{Nd}\\PN', ['éA1a'], ['1a1']],
    ['\\Aab\\z', ['ab'], ['abc']],
    ['', [''], ['a']],
    ['a||b', ['a', '', 'b'], ['ab']],
  ])('%s', (pattern, matching, other) => {
    for (const text of matching) expect(compilePattern(pattern).whole.test(text), text).toBe(true);
    for (const text of other) expect(compilePattern(pattern).whole.test(text), text).toBe(false);
  });

  test.each([
    ['a(?=b)', 'no look-ahead'],
    ['a(?!b)', 'no look-ahead'],
    ['(?<=a)b', 'no look-behind'],
    ['(?<!a)b', 'no look-behind'],
    ['(a)\\1', 'no back-references'],
    ['(?<x>a)\\k<x>', 'the escape \\k is not supported'],
    ['(?i)a', 'flags are not supported'],
    ['(?>a)', 'flags are not supported'],
    ['*a', 'nothing to repeat'],
    ['a|*', 'nothing to repeat'],
    ['(+)', 'nothing to repeat'],
    ['a**', 'a repetition of a repetition'],
    ['a++', 'a repetition of a repetition'],
    ['a{2}{3}', 'a repetition of a repetition'],
    ['a{1001}', 'repeats more than 1000 times'],
    ['(a{64}b){20}', 'repeats more than 1000 times'],
    ['a{3,2}', 'counts backwards'],
    ['(a', 'a group is not closed'],
    ['a)', 'that was not opened'],
    ['[a', 'ends unexpectedly'],
    ['a\\', 'ends unexpectedly'],
    ['[[:foo:]]', 'no character class [:foo:]'],
    ['[[:constructor:]]', 'no character class'],
    ['\\Qa\\E', 'the escape \\Q is not supported'],
    ['\\u0041', 'the escape \\u is not supported'],
    ['\\p{Greek}', 'only general Unicode categories'],
    ['\\xg', 'needs hexadecimal digits'],
  ])('%s is refused', (pattern, message) => expect(() => compilePattern(pattern)).toThrow(message));
});
