import { describe, expect, test } from 'vitest';
import { chosen, closingLine, hasFailed, unknown } from '../engines/run';
import { callText } from '../engines/engine';

const all = { engine: 'Chromium', passed: 6, journeys: 6, failures: [] };
const some = { engine: 'Firefox', passed: 5, journeys: 6, failures: [] };
const none = { engine: 'WebKit', passed: 0, journeys: 6, failures: [] };

describe('the end of a run in three engines', () => {
  test('counts the journeys of each, also of one that could not be run', () => {
    expect(closingLine([all, some, none])).toBe('Chromium 6 of 6, Firefox 5 of 6, WebKit 0 of 6');
  });

  test('is good only where everything that was to be run has passed', () => {
    expect(hasFailed([all])).toBe(false);
    expect(hasFailed([all, some])).toBe(true);
    expect(hasFailed([all, none])).toBe(true);
    expect(hasFailed([])).toBe(true);
    expect(hasFailed([{ engine: 'WebKit', passed: 0, journeys: 0, failures: [] }])).toBe(true);
  });
});

describe('words of the command', () => {
  const names = ['Chromium', 'WebKit'];

  test('choose by a part of a name; a word for something else chooses all', () => {
    expect(chosen(names, ['webk'])).toEqual(['WebKit']);
    expect(chosen(names, ['review'])).toEqual(names);
    expect(chosen(names, [])).toEqual(names);
  });

  test('are told where they mean nothing', () => {
    expect(unknown([...names, 'review'], ['webk', 'safari', 'rev'])).toEqual(['safari']);
  });
});

test('a call goes to the page as text, with its arguments', () => {
  const greet = (name: string, times: number) => {
    const word = () => `Hello ${name}`;
    return Array.from({ length: times }, word).join(', ');
  };
  // oxlint-disable-next-line no-eval -- what the drivers do with it
  expect((0, eval)(callText(greet, ['"Ana"\u2028', 2]))).toBe(
    'Hello "Ana"\u2028, Hello "Ana"\u2028',
  );
});
