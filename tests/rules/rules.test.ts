/** Every expectation of `cases` under the project's rules files. */
// @module-tag official
import { beforeAll, describe, expect, test } from 'vitest';
import { officialFirestore } from '../official/worker';
import { publicDocuments } from './cases/publicDocuments';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import type { Row } from './cases/section';
import { storage } from './cases/storage';
import { createOfficialEngine } from './officialEngine';
import { asked, useOfficialEngine } from './world';

const sections = [...requests, ...reviews, ...publicDocuments, ...storage];

const emulator = officialFirestore();
beforeAll(async () => {
  if (emulator !== undefined) useOfficialEngine(await createOfficialEngine(emulator));
});

/** Google's engine says of a batch only whether all of it is allowed. */
const asOne = (expected: boolean | boolean[]) => [expected].flat().every((allowed) => allowed);

/** Google's emulator has the machine's clock: such a row is over before it has answered. */
const isAskable = ([what]: Row) =>
  emulator === undefined || !what.startsWith('a millisecond before');

describe.each(sections)('$title', ({ rows }) => {
  test.each(rows.filter(isAskable))('%s: %s', async (_what, expected, ask) => {
    const answer = await ask();
    expect(answer).toEqual(Array.isArray(answer) ? expected : asOne(expected));
  });
});

test.skipIf(emulator !== undefined)(
  'the limits of the language, 1,000 expressions and 10 documents, are far away',
  () => {
    for (const [, , ask] of sections.flatMap(({ rows }) => rows)) void ask();
    const expressions = Math.max(...asked.map(({ usage }) => usage!.expressions));
    expect(expressions).toBeGreaterThan(100);
    expect(expressions).toBeLessThan(400);
    expect(Math.max(...asked.map(({ usage }) => usage!.documents))).toBeLessThanOrEqual(3);
  },
);
