import { describe, expect, test } from 'vitest';

/** A question to the rules and its right answer; of a batch, one answer for each write. */
export type Row = [what: string, expected: boolean | boolean[], ask: () => boolean | boolean[]];

export interface Section {
  title: string;
  rows: Row[];
}

/** Makes a test of every row. */
export function testSections(sections: Section[]): void {
  describe.each(sections)('$title', ({ rows }) => {
    test.each(rows)('%s: %s', (_what, expected, ask) => expect(ask()).toEqual(expected));
  });
}
