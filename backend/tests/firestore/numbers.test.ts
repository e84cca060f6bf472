import { expect, it } from 'vitest';
import { compareValues } from '../../firestore/order';
import { ROOT, start } from '../server';
import type { ProtoValue } from '../../rules/types';

/** In Firestore's order (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering). */
const ORDERED: ProtoValue[] = [
  { nullValue: null },
  { booleanValue: false },
  { booleanValue: true },
  { doubleValue: Number.NaN },
  { doubleValue: -1.5 },
  { integerValue: '2' },
  { doubleValue: 2.5 },
  { timestampValue: '2026-01-01T00:00:00Z' },
  { stringValue: 'a' },
] as ProtoValue[];

it('numbers, truth values and nothing have their places among the other types', () => {
  for (const [place, value] of ORDERED.entries()) {
    for (const [other, another] of ORDERED.entries()) {
      expect(Math.sign(compareValues(value, another))).toBe(Math.sign(place - other));
    }
  }
  expect(compareValues({ integerValue: '2' }, { doubleValue: 2 })).toBe(0);
});

it('works whose `created` is a number come first, and hide none', async () => {
  const { firestore, origins } = await start();
  firestore.commit([
    { path: 'gallery/a', fields: { created: { timestampValue: '2026-01-01T00:00:00Z' } } },
    { path: 'gallery/b', fields: { created: { doubleValue: 2.5 } } },
    { path: 'gallery/c', fields: { created: { integerValue: '1' } } },
  ]);
  const structuredQuery = {
    from: [{ collectionId: 'gallery' }],
    orderBy: [{ field: { fieldPath: 'created' } }],
    startAt: { values: [{ doubleValue: 0.5 }], before: true },
  };
  const answer = await fetch(`${origins.firestore}/v1/${ROOT}:runQuery`, {
    method: 'POST',
    body: JSON.stringify({ structuredQuery }),
  });
  const rows = (await answer.json()) as { document: { name: string } }[];
  expect(rows.map(({ document }) => document.name.at(-1))).toEqual(['c', 'b', 'a']);
});
