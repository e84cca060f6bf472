/** Every expectation of `cases` under the project's rules files. */
// @module-tag official
import { describe, expect, test } from 'vitest';
import { publicDocuments } from './cases/publicDocuments';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import { storage } from './cases/storage';
import { asked } from './world';

const sections = [...requests, ...reviews, ...publicDocuments, ...storage];

describe.each(sections)('$title', ({ rows }) => {
  test.each(rows)('%s: %s', (_what, expected, ask) => expect(ask()).toEqual(expected));
});

test('the limits of the language, 1,000 expressions and 10 documents, are far away', () => {
  for (const [, , ask] of sections.flatMap(({ rows }) => rows)) ask();
  const expressions = Math.max(...asked.map(({ usage }) => usage!.expressions));
  expect(expressions).toBeGreaterThan(100);
  expect(expressions).toBeLessThan(400);
  expect(Math.max(...asked.map(({ usage }) => usage!.documents))).toBeLessThanOrEqual(3);
});
