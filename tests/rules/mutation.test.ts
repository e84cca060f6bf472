/** Every guard of the rules files is there for a reason: without it some expectation breaks. */
// @module-tag full
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileRules } from '../../backend/rules/index';
import { parseRules, type RulesNode } from '../../backend/rules/tree';
import { galleryFiles } from './cases/galleryFiles';
import { corrections } from './cases/corrections';
import { owners } from './cases/owners';
import { publicDocuments } from './cases/publicDocuments';
import { removals } from './cases/removing';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import type { Row, Section } from './cases/section';
import { storage } from './cases/storage';
import { works } from './cases/works';
import { mutantsOf } from './mutants';
import { withRules } from './rulesWorld';

const rowsOf = (sections: Section[]) => sections.flatMap(({ rows }) => rows);
/** `least`: so many mutants are there when one is made of every guard, bound and comparison. */
const files: [file: string, groups: Row[][], least: number][] = [
  [
    'firestore.rules',
    [requests, reviews, publicDocuments, owners, removals, works, corrections].map(rowsOf),
    590,
  ],
  ['storage.rules', [storage, galleryFiles].map(rowsOf), 110],
];

const breaks = ([, expected, ask]: Row) => String(ask()) !== String(expected);

/** Whether some row has another answer under these rules. */
function isKilled(tree: RulesNode, file: string, groups: Row[][]): boolean {
  const rules = compileRules(tree, file);
  for (const [place, rows] of groups.entries()) {
    const killer = withRules(rules, () => rows.findIndex(breaks));
    if (killer < 0) continue;
    // The next mutant stands beside this one, and is likely to be killed by the same row, or one of its group.
    rows.unshift(...rows.splice(killer, 1));
    groups.unshift(...groups.splice(place, 1));
    return true;
  }
  return false;
}

test.each(files)('every mutant of %s is killed', (file, groups, least) => {
  const tree = parseRules(readFileSync(file, 'utf8'), file);
  expect(isKilled(tree, file, groups)).toBe(false);
  const mutants = mutantsOf(tree, file);
  expect(mutants.length).toBeGreaterThanOrEqual(least);
  const survivors = mutants.filter((mutant) => !isKilled(mutant.tree, file, groups));
  console.info(`${file}: ${mutants.length - survivors.length} of ${mutants.length} mutants killed`);
  expect(survivors.map(({ name }) => name)).toEqual([]);
});
