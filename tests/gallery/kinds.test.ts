import { expect, test } from 'vitest';
import { isOfKind, kindIn, kindsOf } from '../../src/gallery/workKinds';

const works = ['Elm kitchen', 'Oak Island', 'Double vanity', 'Elm Street'].map((title) => ({
  title,
}));

test('a work’s title tells its kind, and the address tells which kind to show', () => {
  expect(kindsOf(works)).toEqual(['kitchen', 'bath']);
  expect(works.map((work) => isOfKind(work, 'kitchen'))).toEqual([true, true, false, false]);
  expect(kindIn('?works=bath', works)).toBe('bath');
});

test('every work is shown where there is no choice of kinds, or none of the wanted kind', () => {
  expect(kindsOf(works.slice(0, 2))).toEqual([]);
  expect(kindIn('?works=laundry', works)).toBeUndefined();
  expect(kindIn('?works=constructor', works)).toBeUndefined();
  expect(kindIn('', works)).toBeUndefined();
});

test('while more works can be read, the address may name a kind that none of the known works is of', () => {
  const kitchens = [{ title: 'A kitchen' }];
  expect(kindIn('?works=bath', kitchens)).toBeUndefined();
  expect(kindIn('?works=bath', kitchens, true)).toBe('bath');
  expect(kindIn('?works=garage', kitchens, true)).toBeUndefined();
});
