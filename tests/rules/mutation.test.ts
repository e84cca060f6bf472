/** Every guard of the rules files is there for a reason: without it some expectation breaks. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileRules } from '../../backend/rules/index';
import { parseRules, type RulesNode } from '../../backend/rules/tree';
import { publicDocuments } from './cases/publicDocuments';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import type { Row, Section } from './cases/section';
import { storage } from './cases/storage';
import { mutantsOf } from './mutants';
import { withRules } from './world';

const rowsOf = (sections: Section[]) => sections.flatMap(({ rows }) => rows);
const files: [file: string, rows: Row[]][] = [
  ['firestore.rules', rowsOf([...requests, ...reviews, ...publicDocuments])],
  ['storage.rules', rowsOf(storage)],
];

const breaks = ([, expected, ask]: Row) => String(ask()) !== String(expected);

/** Whether some row has another answer under these rules. */
function isKilled(tree: RulesNode, file: string, rows: Row[]): boolean {
  const killer = withRules(compileRules(tree, file), () => rows.findIndex(breaks));
  // The next mutant is likely to be killed by the same row.
  if (killer > 0) rows.unshift(...rows.splice(killer, 1));
  return killer >= 0;
}

test.each(files)('every mutant of %s is killed', (file, rows) => {
  const tree = parseRules(readFileSync(file, 'utf8'), file);
  expect(isKilled(tree, file, rows)).toBe(false);
  const mutants = mutantsOf(tree, file);
  const survivors = mutants.filter((mutant) => !isKilled(mutant.tree, file, rows));
  console.info(`${file}: ${mutants.length - survivors.length} of ${mutants.length} mutants killed`);
  expect(survivors.map(({ name }) => name)).toEqual([]);
});

test('a mutant is made of every guard, bound and comparison', () => {
  const source = `rules_version = '2';
service cloud.firestore {
  match /a/{b} {
    allow get, list: if !(b in ['x', 'y']) && (b.size() <= 5 || b.matches('^[a-c]{2}$')) && b != 'z';
  }
}`;
  const names = mutantsOf(parseRules(source, 'a'), 'a').map(({ name }) => name);
  expect(names.map((name) => name.replace(/^a:\d+:\d+ /, ''))).toEqual([
    'no longer allows get',
    'no longer allows list',
    'allows get,list always',
    "without b!='z'",
    "without (b.size()<=5||b.matches('^[a-c]{2}$'))",
    "without !(bin['x','y'])",
    "not negated: !(bin['x','y'])",
    "without 'x' in ['x','y']",
    "without 'y' in ['x','y']",
    "without b.matches('^[a-c]{2}$')",
    'without b.size()<=5',
    '<= as < in b.size()<=5',
    '<= as > in b.size()<=5',
    '5 as 4',
    '5 as 6',
    "'^[a-c]{2}$' as '^[a-c]{1}$'",
    "'^[a-c]{2}$' as '^[a-c]{3}$'",
    "'^[a-c]{2}$' as '^[^a-c]{2}$'",
    "!= as == in b!='z'",
  ]);
});
