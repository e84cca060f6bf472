/** Every expectation of `cases` under the project's rules files. */
import { describe, expect, test } from 'vitest';
import { publicDocuments } from './cases/publicDocuments';
import { requests } from './cases/requests';
import { reviews } from './cases/reviews';
import { storage } from './cases/storage';

describe.each([...requests, ...reviews, ...publicDocuments, ...storage])('$title', ({ rows }) => {
  test.each(rows)('%s: %s', (_what, expected, ask) => expect(ask()).toEqual(expected));
});
