/** A question to the rules and its right answer; of a batch, one answer for each write. */
export type Row = [what: string, expected: boolean | boolean[], ask: () => boolean | boolean[]];

export interface Section {
  title: string;
  rows: Row[];
}
