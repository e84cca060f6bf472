import { expect, it } from 'vitest';
import { withLike } from '../../src/request/description';
import { isUnfilled } from '../../src/request/fieldNotes';

const MAPLE = 'I want something like “Maple Street”.\n';

it('begins with the wish for something like a work, which says enough to be sent', () => {
  expect(withLike('', 'Maple Street')).toBe(MAPLE);
  expect(isUnfilled(MAPLE)).toBe(false);
});

it('keeps every word that stands there, and takes the place of an earlier wish only', () => {
  const typed = 'Oak, 24 doors.\nI want something like “this”.\n';
  expect(withLike(typed, 'Maple Street')).toBe(MAPLE + typed);
  expect(withLike(MAPLE + typed, 'Elm')).toBe(`I want something like “Elm”.\n${typed}`);
});

it('takes one line of a title, of no more than 120 characters', () => {
  expect(withLike('typed', ' \n ')).toBe('typed');
  expect(withLike('', 'Maple Street\nand more')).toBe(MAPLE);
  expect(withLike('', '🔨'.repeat(200))).toBe(`I want something like “${'🔨'.repeat(120)}”.\n`);
});
