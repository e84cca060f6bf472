import { describe, expect, it } from 'vitest';
import { TEXT_FIELD_NAMES, textField } from '../../src/domain/requestFields';
import { formatPhone } from '../../src/domain/phone';
import { lengthNote, meantEmail, noteOf } from '../../src/request/fields/fieldNotes';

const fine = { typeMismatch: false, badInput: false };
const left = (name: string, value: string, validity = fine) => noteOf({ name, value, validity });
const problem = (text: string) => ({ text, isProblem: true });

describe('the note below a field', () => {
  it.each([
    ['name', 'Please tell us your name.'],
    ['email', 'Please enter your email address.'],
    ['phone', 'Please enter your phone number.'],
    ['address', 'Please enter your address.'],
    ['description', 'Please tell us what you would like to have done.'],
  ])('asks for the %s if it is empty or only spaces', (name, text) => {
    for (const value of ['', '   ', ' \n\t ', '\u00a0'])
      expect(left(name, value)).toEqual(problem(text));
    expect(left(name, ' 0123456789 ')).toBeUndefined();
  });

  it('reports a wrong email address where the browser does', () => {
    const text = 'Please check this address. It should look like name@example.com.';
    expect(left('email', 'ana@', { ...fine, typeMismatch: true })).toEqual(problem(text));
    expect(left('email', 'ana@x', { ...fine, badInput: true })).toEqual(problem(text));
    expect(left('email', 'nothing like an address')).toBeUndefined();
  });

  it('offers the common mail domain that was probably meant, without stopping anything', () => {
    const correction = { offer: 'Did you mean gmail.com?', value: 'Ana.b@gmail.com' };
    const text = 'Is this address right?';
    const doubt = { text, isProblem: false, isDoubt: true, spoken: text, correction };
    expect(left('email', 'Ana.b@gmial.com')).toEqual(doubt);
    expect(left('email', 'Ana.b@gmail')).toEqual(doubt);
    expect(left('email', 'Ana.b@gmail,com', { ...fine, typeMismatch: true })).toEqual({
      ...problem('Please check this address. It should look like name@example.com.'),
      correction,
    });
  });

  it('asks for the town where an address has none, without stopping anything', () => {
    const text = 'Please add the town and the ZIP code, if they are missing.';
    for (const value of ['12 Elm Street', '4200 Penn Ave Apt 3']) {
      expect(left('address', value)).toEqual({
        text,
        isProblem: false,
        isDoubt: true,
        spoken: text,
      });
    }
    for (const value of [
      '12 Elm Street, Lawrenceville',
      '12 Elm Street 15201',
      '12 Elm\nLawrenceville',
    ])
      expect(left('address', value)).toBeUndefined();
  });

  it('asks about a phone number with too few digits, without stopping anything', () => {
    // With a count it would be spoken at each digit.
    const spoken = 'Is this number complete?';
    const doubt = (text: string) => ({ text, isProblem: false, isDoubt: true, spoken });
    const short = 'Is this number complete? A US number has ten digits, this one has';
    for (const value of ['412 555 013', '1 (412) 555-013', '+1 412 555 013', '٤١٢٥٥٥٠١٣'])
      expect(left('phone', value)).toEqual(doubt(`${short} nine.`));
    expect(left('phone', 'call me')).toEqual(doubt(`${short} none.`));
    expect(left('phone', '+49 302')).toEqual(
      doubt('Is this number complete? It has fewer than seven digits.'),
    );
    for (const value of ['412 555 0134', '+1 412 555 0134', '+49 30 2345', '412 555 0134 ext. 5'])
      expect(left('phone', value)).toBeUndefined();
  });
});

describe('the count of characters', () => {
  it.each([
    [4000, undefined],
    [4001, { text: '4,001 of 5,000 characters', spoken: 'Up to 1,000 characters left.' }],
    [4499, { text: '4,499 of 5,000 characters', spoken: 'Up to 1,000 characters left.' }],
    [4500, { text: '4,500 of 5,000 characters', spoken: 'Up to 500 characters left.' }],
    [5000, { text: '5,000 of 5,000 characters', spoken: 'Up to 0 characters left.' }],
  ])('is shown near the limit: %i of 5,000', (count, note) => {
    const told = note && { ...note, isProblem: false };
    expect(lengthNote('description', 'a'.repeat(count))).toEqual(told);
  });

  it('is a problem beyond the limit, and nothing is cut off', () => {
    const note = {
      text: '212 of 200 characters: please shorten it by 12.',
      isProblem: true,
      spoken: 'Too long: 200 characters at most.',
    };
    expect(lengthNote('name', 'a'.repeat(212))).toEqual(note);
    expect(left('name', 'a'.repeat(212))).toEqual(note);
  });

  it.each(TEXT_FIELD_NAMES)('of the %s is that of the rules, where an emoji has two', (name) => {
    const { limit } = textField(name);
    const full = `${'5'.repeat(limit - 2)}🔨`;
    const count = limit.toLocaleString('en-US');
    expect(left(name, full)).toBeUndefined();
    expect(lengthNote(name, full)).toMatchObject({
      text: `${count} of ${count} characters`,
      isProblem: false,
    });
    const over = `${'5'.repeat(limit - 1)}🔨`;
    for (const note of [left(name, over), lengthNote(name, over)])
      expect(note).toMatchObject({
        text: expect.stringContaining('please shorten it by 1.'),
        isProblem: true,
      });
  });
});

it.each([
  ['4192555013', '(419) 255-5013'],
  ['1-412-555-0134', '1 (412) 555-0134'],
  ['14125550134', '1 (412) 555-0134'],
  ['412.555.0134', '(412) 555-0134'],
  ['(412) 555-0134', '(412) 555-0134'],
  ['\u202d1\u00a0412\u2011555\u20110134\u202c', '1 (412) 555-0134'],
])('a whole US number, %s, gets its usual form', (text, expected) => {
  expect(formatPhone(text)).toBe(expected);
});

it.each([
  '',
  '412 555',
  '412-555-013',
  '41255501345',
  '1125550134',
  '11235550134',
  '+1 412 555 0134',
  '+4930123456',
  '412 555 0134 x5',
  '٤١٢٥٥٥٠١٣٤',
])('any other text is left alone: %s', (text) => {
  expect(formatPhone(text)).toBe(text);
});

it.each([
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmaill.cmo', undefined],
  ['Gmai.com', 'gmail.com'],
  ['gnial.com', 'gmail.com'],
  ['gmail', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['hotnail.com', 'hotmail.com'],
  ['icould.com', 'icloud.com'],
  ['aol.cm', 'aol.com'],
  ['comcast.com', undefined],
  ['sbcgloabl.net', 'sbcglobal.net'],
  ['', undefined],
])('for the mail domain “%s” the form suggests %s', (typed, domain) => {
  const meant = domain === undefined ? undefined : { address: `ana@b@${domain}`, domain };
  expect(meantEmail(`ana@b@${typed}`)).toEqual(meant);
});

it.each([
  'gmail.com',
  'ymail.com',
  'email.com',
  'yahoo.ca',
  'hotmail.co.uk',
  'love.com',
  'oak.com',
])('for the mail domain “%s” the form suggests nothing', (domain) => {
  expect(meantEmail(`ana@${domain}`)).toBeUndefined();
});

it('for a text that is no mail address the form suggests nothing', () => {
  for (const text of ['', 'gmial.com', '@gmial.com']) expect(meantEmail(text)).toBeUndefined();
});
