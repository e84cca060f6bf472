/** Every expectation of `cases` under the project's rules files. */
// @module-tag official
import { beforeAll, describe, expect, test } from 'vitest';
import { officialFirestore } from '../official/workerEmulator';
import { corrections } from './cases/corrections';
import { owners } from './cases/owners';
import { publicDocuments } from './cases/publicDocuments';
import { removals } from './cases/removing';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import type { Row, Section } from './cases/section';
import { storage } from './cases/storage';
import { works } from './cases/works';
import { galleryFiles } from './cases/galleryFiles';
import { createOfficialEngine } from './officialEngine';
import { newReceipt, newRequest, newTicket, SECRET } from './sampleDocuments';
import { asked, useOfficialEngine, World, type Write } from './rulesWorld';

const visitors = [...requests, ...reviews, ...publicDocuments, ...storage];
const sections = [...visitors, ...owners, ...removals, ...works, ...corrections, ...galleryFiles];

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

/** The batch that creates so many requests. */
const creations = (count: number): Write[] =>
  Array.from({ length: count }, (_, index): Write[] => {
    const id = String(1_000_000_000 + index);
    const receipt = `${SECRET.slice(0, -2)}${10 + index}`;
    return [
      { set: `requests/${id}`, data: newRequest({ id }) },
      { set: `uploads/${id}`, data: newTicket({ receipt }) },
      { set: `receipts/${receipt}`, data: newReceipt({ id }) },
    ];
  }).flat();

// Ours counts what a batch writes and looks at as well, so it takes three.
test.skipIf(emulator === undefined)('a commit creates ten requests at most', async () => {
  expect(await new World().commit(...creations(10))).toBe(true);
  expect(await new World().commit(...creations(11))).toBe(false);
});

test.skipIf(emulator !== undefined)(
  'the limits of the language, 1,000 expressions and 10 documents, are far away',
  () => {
    const most = (some: Section[]) => {
      asked.length = 0;
      for (const [, , ask] of some.flatMap(({ rows }) => rows)) void ask();
      const usages = asked.map(({ usage }) => usage!);
      return {
        expressions: Math.max(...usages.map(({ expressions }) => expressions)),
        documents: Math.max(...usages.map(({ documents }) => documents)),
      };
    };
    // A review that is refused to its writer is asked of an owner, too.
    expect(most(visitors)).toEqual({ expressions: 353, documents: 5 });
    // A request is answered, which the rule of its pictures is asked first; two quotes: the owner, two works, two reviews.
    expect(most(owners)).toEqual({ expressions: 209, documents: 5 });
    // A review is put back: the owner, the work, and the copy before and after the batch.
    expect(most(removals)).toEqual({ expressions: 176, documents: 4 });
    // A work with eight pictures, and one that gets eight others, which costs most (firestore.rules).
    expect(most(works)).toEqual({ expressions: 901, documents: 4 });
    expect(most(corrections)).toEqual({ expressions: 906, documents: 2 });
  },
);
