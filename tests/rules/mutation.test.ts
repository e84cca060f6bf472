/** Every guard of the rules files is there for a reason: without it some expectation breaks. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileRules } from '../../backend/rules/index';
import { parseRules, type RulesNode } from '../../backend/rules/tree';
import { galleryFiles } from './cases/galleryFiles';
import { owners } from './cases/owners';
import { publicDocuments } from './cases/publicDocuments';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import type { Row, Section } from './cases/section';
import { storage } from './cases/storage';
import { works } from './cases/works';
import { mutantsOf } from './mutants';
import { withRules } from './rulesWorld';

const rowsOf = (sections: Section[]) => sections.flatMap(({ rows }) => rows);
/** `least`: so many mutants are there when one is made of every guard, bound and comparison. */
const files: [file: string, rows: Row[], least: number][] = [
  [
    'firestore.rules',
    rowsOf([...requests, ...reviews, ...publicDocuments, ...owners, ...works]),
    290,
  ],
  ['storage.rules', rowsOf([...storage, ...galleryFiles]), 60],
];

const breaks = ([, expected, ask]: Row) => String(ask()) !== String(expected);

/** Whether some row has another answer under these rules. */
function isKilled(tree: RulesNode, file: string, rows: Row[]): boolean {
  const killer = withRules(compileRules(tree, file), () => rows.findIndex(breaks));
  // The next mutant is likely to be killed by the same row.
  if (killer > 0) rows.unshift(...rows.splice(killer, 1));
  return killer >= 0;
}

test.each(files)('every mutant of %s is killed', (file, rows, least) => {
  const tree = parseRules(readFileSync(file, 'utf8'), file);
  expect(isKilled(tree, file, rows)).toBe(false);
  const mutants = mutantsOf(tree, file);
  expect(mutants.length).toBeGreaterThanOrEqual(least);
  const survivors = mutants.filter((mutant) => !isKilled(mutant.tree, file, rows));
  console.info(`${file}: ${mutants.length - survivors.length} of ${mutants.length} mutants killed`);
  expect(survivors.map(({ name }) => name)).toEqual([]);
});
