import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../rules/methods/string';

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
