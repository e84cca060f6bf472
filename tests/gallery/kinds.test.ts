import { expect, test } from 'vitest';
import { isOfKind, kindIn, kindsOf } from '../../src/gallery/kinds';

const works = ['Elm kitchen', 'Oak Island', 'Double vanity', 'Elm Street'].map((title) => ({
  title,
}));

test('titles say what a work is, and an address which are wanted', () => {
  expect(kindsOf(works)).toEqual(['kitchen', 'bath']);
  expect(works.map((work) => isOfKind(work, 'kitchen'))).toEqual([true, true, false, false]);
  expect(kindIn('?works=bath', works)).toBe('bath');
});

test('nothing is narrowed where there is nothing to choose, or nothing of it', () => {
  expect(kindsOf(works.slice(0, 2))).toEqual([]);
  expect(kindIn('?works=laundry', works)).toBeUndefined();
  expect(kindIn('?works=constructor', works)).toBeUndefined();
  expect(kindIn('', works)).toBeUndefined();
});
