// Texts of strangers cost time in proportion to their length: a pattern that tries all ways freezes the page.
// @module-tag full
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/domain/cleanText';
import { TEXT_FIELD_NAMES } from '../../src/domain/requestFields';
import { formatPhone } from '../../src/domain/phone';
import { lengthNote, noteOf } from '../../src/request/fields/fieldNotes';
import { meantAddress } from '../../src/start/meantAddress';

/** What a spreadsheet, a chat or a prankster may put into a text a hundred thousand times. */
const REPEATED = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u3000',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u202a\u202c',
  '\u200d',
  '\u2800',
  'a',
  'a ',
  ' \u200b',
  '1',
  '.',
  '@',
  '@.',
  '%',
  '%1',
  '%11',
  '/',
  '?',
  'é',
];
/** Around them, so that a pattern finds its beginning or misses its end. */
const AROUND = [
  ['', ''],
  ['a', 'a'],
  ['\u202a', '\u202c'],
];

/** The processor's time of a call in ms, at best: what else the machine does only makes it longer. */
function timeOf(run: () => void): number {
  const times = [0, 1, 2].map(() => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** A text that is ten times as long may take twenty times as long, and what the clock cannot tell. */
function expectLinear(run: (text: string) => void, textOf: (length: number) => string): void {
  const short = timeOf(() => run(textOf(10_000)));
  const long = timeOf(() => run(textOf(100_000)));
  expect(long).toBeLessThan(20 * short + 50);
}

const texts = REPEATED.flatMap((repeated) =>
  AROUND.map(([before, after]) => ({
    name: JSON.stringify(`${before}${repeated}…${after}`).replaceAll(/[^ -~…]/g, codeOf),
    textOf: (length: number) =>
      before + repeated.repeat(Math.ceil(length / repeated.length)) + after,
  })),
);
function codeOf(character: string) {
  return `U+${character.codePointAt(0)!.toString(16)}`;
}

describe.each(texts)('$name', ({ textOf }) => {
  it('is judged in linear time in each field', () => {
    for (const name of TEXT_FIELD_NAMES) {
      const validity = { typeMismatch: false, badInput: false };
      expectLinear((value) => void noteOf({ name, value, validity }), textOf);
    }
    expectLinear((text) => void formatPhone(text), textOf);
  });

  it('is an address in linear time', () => {
    const parts = [
      (text: string) => ({ pathname: '/', search: '', hash: `#${text}` }),
      (text: string) => ({ pathname: `/${text}`, search: '', hash: '' }),
    ];
    for (const part of parts) expectLinear((text) => void meantAddress(part(text)), textOf);
  });
});

it('white space at the edges is what JavaScript calls so', () => {
  const units = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));
  const unseen = units.filter((unit) => cleanText('name', `a${unit}`) === 'a');
  expect(unseen).toEqual(
    units.filter((unit) => /[\s\u00ad\u200b\u2060-\u2064\ufeff\u061c\u200e\u200f]/.test(unit)),
  );
});

it('what is too long says so, cleaned', () => {
  expect(lengthNote('description', ` ${'a'.repeat(100_000)}${' '.repeat(100_000)}`)).toEqual({
    text: '100,000 of 5,000 characters: please shorten it by 95,000.',
    isProblem: true,
    spoken: 'Too long: 5,000 characters at most.',
  });
});
