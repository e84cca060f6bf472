import { expect, it } from 'vitest';
import { errorLines, oneLine } from '../oneLine';

it('a text stands on one line, and controls nothing', () => {
  expect(oneLine(' a\r\n\tb\u2028c\u001b[31md\u009b0m\u202ee\u2066f\u200f ')).toBe(
    'a b c [31md 0mef',
  );
});

it('an error keeps its frames, and a line break in its message forges none', () => {
  const [first, ...frames] = errorLines(new TypeError('bad\n    at \u001b[2Kevil')).split('\n');
  expect(first).toBe('TypeError: bad at [2Kevil');
  expect(frames[0]).toMatch(/^    at .*oneLine\.test\.ts/);
  expect(errorLines('a\nb')).toBe('a b');
});
