import { EMPTY_FIELDS } from '../../src/domain/requestFields';
import { isBlank, isUnfilled } from '../../src/domain/validation';
import { expect, it } from 'vitest';
import { withLike } from '../../src/domain/description';

const MAPLE = 'I want something like “Maple Street”.\n';

it('the wish for something like a work begins the description and is enough to be sent', () => {
  expect(withLike('', 'Maple Street')).toBe(MAPLE);
  expect(isUnfilled(MAPLE)).toBe(false);
});

it('the wish keeps every typed word and replaces only an earlier wish', () => {
  const typed = 'Oak, 24 doors.\nI want something like “this”.\n';
  expect(withLike(typed, 'Maple Street')).toBe(MAPLE + typed);
  expect(withLike(MAPLE + typed, 'Elm')).toBe(`I want something like “Elm”.\n${typed}`);
});

it('the wish takes one line of a title, at most 120 characters', () => {
  expect(withLike('typed', ' \n ')).toBe('typed');
  expect(withLike('', 'Maple Street\nand more')).toBe(MAPLE);
  expect(withLike('', '🔨'.repeat(200))).toBe(`I want something like “${'🔨'.repeat(120)}”.\n`);
});

it('a wish for something like a work, with nothing typed behind it, is an empty form', () => {
  const isBegun = (description: string) =>
    !isBlank({ fields: { ...EMPTY_FIELDS, description }, images: [] });
  expect(isBegun(withLike('', 'Elm Street kitchen'))).toBe(false);
  expect(isBegun(withLike('In sage.', 'Elm Street kitchen'))).toBe(true);
  const name = withLike('', 'Elm Street kitchen');
  expect(isBlank({ fields: { ...EMPTY_FIELDS, name }, images: [] })).toBe(false);
});
