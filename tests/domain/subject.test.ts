import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFields } from '../../src/domain/cleanText';
import {
  composed,
  subjectOf,
  takenApart,
  withSubject,
  type Subject,
} from '../../src/domain/subject';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';
import { isBlank, isComplete } from '../../src/domain/validation';
import { FIELDS } from '../support/fakeOutbox';

const about: Subject = { is: 'about', title: 'Maple Street' };
const like: Subject = { is: 'like', title: 'Maple Street' };

it.each([
  ['In sage.', about, 'About “Maple Street”:\nIn sage.'],
  ['In sage.', like, 'I want something like “Maple Street”.\nIn sage.'],
  [' \u200b\n', like, 'I want something like “Maple Street”.'],
  // To name the page that one comes from says nothing.
  [' \u200b\n', about, ''],
  ['In sage.', null, 'In sage.'],
])('%j about %o is sent as %j', (description, subject, sent) => {
  expect(withSubject(description, subject)).toBe(sent);
});

it('a wish is enough to be sent, the page that one comes from is not; neither is something entered', () => {
  const fields = { ...FIELDS, description: '' };
  expect([like, about, null].map((subject) => isComplete({ fields, subject }))).toEqual([
    true,
    false,
    false,
  ]);
  const untouched = { fields: EMPTY_FIELDS, images: [], subject: like };
  expect(isBlank(untouched)).toBe(true);
});

it('a title from an address is one line of at most 120 characters', () => {
  expect(subjectOf('like', ' \n ')).toBeUndefined();
  expect(subjectOf('like', ' Maple Street\nand more')).toEqual(like);
  expect(subjectOf('like', '🔨'.repeat(200))?.title).toBe('🔨'.repeat(120));
});

it('what is sent is taken apart into what was entered, and never loses a word', () => {
  const subjects = fc.option(
    fc.record({
      is: fc.constantFrom('about' as const, 'like' as const),
      title: fc.string({ unit: 'grapheme' }),
    }),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', ' ', '\n', 'About “x”:\n', 'I want something like “x”.'),
  );
  fc.assert(
    fc.property(texts, subjects, (description, subject) => {
      const content = { fields: { ...FIELDS, description }, subject };
      const sent = cleanFields(composed(content));
      const entered = takenApart({ fields: sent, subject });
      expect(cleanFields(composed(entered))).toEqual(sent);
    }),
  );
});

it('a request comes back as it was entered; a line that has changed on its way stays in the text', () => {
  for (const subject of [about, like, null]) {
    const entered = { fields: { ...FIELDS, description: 'In sage.' }, ...(subject && { subject }) };
    expect(takenApart({ fields: composed(entered), subject })).toEqual(entered);
  }
  const wish = { fields: { ...FIELDS, description: '' }, subject: like };
  expect(takenApart({ fields: composed(wish), subject: like })).toEqual(wish);
  const fields = { ...FIELDS, description: 'I want something like “Elm”.\nIn sage.' };
  expect(takenApart({ fields, subject: like })).toEqual({ fields });
});
