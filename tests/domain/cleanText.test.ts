import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFields, cleanText } from '../../src/domain/cleanText';
import {
  EMPTY_FIELDS,
  forTextFields,
  TEXT_FIELD_NAMES,
  textField,
  type TextField,
} from '../../src/domain/requestFields';
import { isComplete } from '../../src/domain/validation';

/** Characters by what is wrong with them at the edges of a text. */
const UNSEEN = [
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u2003',
  '\u202f',
  '\u3000',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\u2061',
  '\u2064',
  '\ufeff',
  '\u061c',
  '\u200e',
  '\u200f',
];
const PAIRS = [
  '\u202a\u202c',
  '\u202b\u202c',
  '\u202d\u202c',
  '\u202e\u202c',
  '\u2066\u2069',
  '\u2067\u2069',
  '\u2068\u2069',
];
const WORDS: Record<TextField, string> = {
  ...forTextFields('Ana Delgado'),
  email: 'ana@example.com',
  phone: '(412) 555-0134',
  address: '12 Elm Street,\nPittsburgh',
  description: 'Oak doors.\n\nIn sage.',
};

describe.each(TEXT_FIELD_NAMES)('the field %s', (name) => {
  const text = WORDS[name];
  it('loses what nobody sees at its edges', () => {
    for (const unseen of UNSEEN) {
      expect(cleanText(name, unseen + text), escape(unseen)).toBe(text);
      expect(cleanText(name, text + unseen + unseen), escape(unseen)).toBe(text);
      expect(cleanText(name, unseen.repeat(3)), escape(unseen)).toBe('');
    }
    for (const [open, close] of PAIRS) {
      expect(cleanText(name, `${open}${text}${close}`), escape(open!)).toBe(text);
      expect(cleanText(name, ` ${open} ${open}${text}${close}\u200f${close}`)).toBe(text);
      expect(cleanText(name, `${open}${close}`)).toBe('');
    }
  });

  it('cleans a cleaned text no further', () => {
    const characters = [
      ...UNSEEN,
      ...PAIRS.join(''),
      '\u200c',
      '\u200d',
      '\ufe0f',
      'a',
      '@',
      '1',
      'é',
      '👩🏽',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters), { maxLength: 12 }), (typed) => {
        const once = cleanText(name, typed.join(''));
        expect(cleanText(name, once)).toBe(once);
      }),
    );
  });
});

it.each<[string, TextField, string, string]>([
  ['an address from a chat', 'email', '\u202aana\u200b@exa\u00admple.com\u202c', 'ana@example.com'],
  [
    'an address that a keyboard has put spaces into',
    'email',
    'ana@example. com',
    'ana@example.com',
  ],
  [
    'a number from Contacts',
    'phone',
    '\u202d+1\u00a0(412)\u00a0555\u20110134\u202c',
    '+1 (412) 555-0134',
  ],
  ['a name that ends in a joiner', 'name', 'ක්‍රිෂ්\u200d', 'ක්‍රිෂ්\u200d'],
  ['an emoji of several', 'name', ' 👩🏽‍🔧 ', '👩🏽‍🔧'],
  ['a flag by tags', 'name', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['only joiners and selectors', 'name', '\u200c\u200d\ufe0f', ''],
  ['only tags', 'name', '\u{e0067}\u{e007f}', ''],
  ['only fillers', 'name', '\u3164\u115f\u2800', ''],
  ['a stretch that begins the text', 'name', '\u202bאנה\u202c Delgado', '\u202bאנה\u202c Delgado'],
  ['a stretch that is left open', 'name', '\u202bAna', '\u202bAna'],
  ['two stretches', 'name', '\u2068א\u2069 \u2068ב\u2069', '\u2068א\u2069 \u2068ב\u2069'],
  ['a soft hyphen inside', 'description', 'cab\u00adinets', 'cab\u00adinets'],
])('%s', (_, name, typed, cleaned) => {
  expect(cleanText(name, typed)).toBe(cleaned);
});

it('a request is complete when each required field says something', () => {
  const fields = { ...EMPTY_FIELDS, ...WORDS };
  expect(isComplete({ fields })).toBe(true);
  for (const name of TEXT_FIELD_NAMES) {
    const blank = { ...fields, [name]: '\u200b \u200d' };
    expect(isComplete({ fields: blank }), name).toBe(textField(name).ifEmpty === undefined);
  }
  expect(cleanFields({ ...fields, name: ' Ana ', categories: [' a'] })).toEqual({
    ...fields,
    name: 'Ana',
    categories: [' a'],
  });
});

const escape = (text: string) =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (c) => `U+${c.codePointAt(0)!.toString(16)}`);
