import type { Answer, World, Write } from '../rulesWorld';

/** A question to the rules and its right answer; of a batch, one answer for each write. */
export type Row = [
  what: string,
  expected: boolean | boolean[],
  ask: () => Answer<boolean | boolean[]>,
];

export interface Section {
  title: string;
  rows: Row[];
}

/** Rows about batches, each with the writes that a world is to commit. */
export const commits = (
  world: World,
  expected: boolean,
  table: [what: string, ...writes: Write[]][],
): Row[] => table.map(([what, ...writes]) => [what, expected, () => world.commit(...writes)]);
