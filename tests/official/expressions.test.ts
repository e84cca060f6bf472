/**
 * What counts towards the 1,000 expressions of a request: each condition is filled up to what ours counts as 1,000,
 * which both engines take, and to 1,001, which neither takes.
 * @module-tag official
 */
import { beforeAll, expect, test } from 'vitest';
import { decideWith } from '../../backend/tests/rules/evaluate';
import { ask, google, type Firestore } from './firestores';
import { ROOT } from './changes';
import { officialFirestore } from './workerEmulator';

const CONDITIONS = [
  'true',
  '((true))',
  '(true && true)',
  '!(false && true)',
  '!(true && false)',
  '(true || false)',
  '(false || true)',
  '(false || false || 1 < 2)',
  '(true ? true : false)',
  '(false ? false : true)',
  '(false ? false : false ? false : true)',
  '(1 is int)',
  "('a' in ['a'])",
  '(1 + 2 * 3 == 7)',
  '(5 / 2 - 1 == 1)',
  '([1, 1] == [1, 1])',
  "({'a': 1, 'b': 1} == {'a': 1, 'b': 1})",
  "({'a': 1}.a == 1 && [1][0] == 1)",
  "'a'.size() < 5",
  "'A'.lower().matches('a')",
  "{'a': 1}.keys().hasOnly(['a'])",
  '[1].concat([2]) == [1, 2]',
  '[1, 2].removeAll([2]) == [1]',
  "(['a', 'b'].join('/') == 'a/b')",
  "(request.method == 'get')",
  "(request.time < request.time + duration.value(1, 'd'))",
  '(request.time < timestamp.date(2000, 1, 1) || true)',
  "(/a/$('b') == /a/b)",
  'exists(/databases/$(database)/documents/other/a)',
  'one()',
  'same(1, 1)',
  'lets()',
];

const ones = (count: number) => `[${Array.from({ length: count }, () => 1).join(', ')}].size() > 0`;

/** With the `&&` behind it, `hundred()` counts 100, and `ten()` 10. */
const FUNCTIONS = `
    function hundred() { return ${ones(93)}; }
    function ten() { return ${ones(3)}; }
    function one() { return true; }
    function same(a, b) { return a == b; }
    function lets() { let a = 1; let b = [1, 2]; return a == 1; }
`;

/** A condition that counts so many more. */
function filled(condition: string, count: number): string {
  const hundreds = Math.floor((count - 7) / 100);
  const tens = Math.floor((count - 7 - hundreds * 100) / 10);
  const rest = count - 6 - hundreds * 100 - tens * 10;
  return `${'hundred() && '.repeat(hundreds)}${'ten() && '.repeat(tens)}${ones(rest)} && ${condition}`;
}

const rulesOf = (matches: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${FUNCTIONS}
    ${matches}
  }
}
`;
const matchOf = (collection: string, condition: string) =>
  `match /${collection}/{id} { allow get: if ${condition}; }`;
const before = { 'other/a': {} };
const decide = (rules: string, collection: string) =>
  decideWith(rules, {
    method: 'get',
    path: `/databases/(default)/documents/${collection}/one`,
    before,
  });

const rows = CONDITIONS.map((condition, index) => {
  const alone = decide(rulesOf(matchOf('alone', condition)), 'alone');
  const room = 1000 - alone.usage!.expressions;
  return { condition, room, full: `full${index}`, over: `over${index}` };
});
const RULES = rulesOf(
  rows
    .flatMap(({ condition, room, full, over }) => [
      matchOf(full, filled(condition, room)),
      matchOf(over, filled(condition, room + 1)),
    ])
    .join('\n    '),
);

const emulator = officialFirestore();
let googles: Firestore | undefined;
beforeAll(async () => {
  if (emulator === undefined) return;
  googles = await google(emulator, RULES);
  await googles.reset(before);
});

test.each(rows)('$condition', async ({ full, over }) => {
  expect(decide(RULES, full).reason).toMatch(/^allowed/);
  expect(decide(RULES, over).reason).toContain('more than 1000 expressions');
  if (!googles) return;
  const statusOf = async (collection: string) =>
    (await ask(googles!, { who: 'nobody', method: 'GET', path: `${ROOT}/${collection}/one` }))
      .status;
  // What may be read and is not there is a 404.
  expect([await statusOf(full), await statusOf(over)], 'Google’s').toEqual([404, 403]);
});
