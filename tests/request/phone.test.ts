import { expect, it } from 'vitest';
import { formatPhone, formatTyped } from '../../src/request/phone';

/** Types at the end, key by key; returns the field's value after each. */
function typed(keys: string, before = ''): string[] {
  const seen: string[] = [];
  let value = before;
  for (const key of keys) {
    value = formatTyped(value, value + key);
    seen.push(value);
  }
  return seen;
}

it('a US number is divided while it is typed', () => {
  expect(typed('4125550134')).toEqual([
    '4',
    '41',
    '412',
    '(412) 5',
    '(412) 55',
    '(412) 555',
    '(412) 555-0',
    '(412) 555-01',
    '(412) 555-013',
    '(412) 555-0134',
  ]);
  expect(typed('14125550134').at(-1)).toBe('1 (412) 555-0134');
});

it('other numbers and other ways to divide them are left alone', () => {
  for (const own of ['+1 412 555 0134', '+4930123456', '412.555', '412 555', '412-555-01', '55 01'])
    expect(typed(own).at(-1)).toBe(own);
  expect(typed(' x5', '(412) 555-0134').at(-1)).toBe('(412) 555-0134 x5');
  expect(typed('5', '(412) 555-0134').at(-1)).toBe('(412) 555-01345');
});

it('deleted digits do not come back, and typing goes on from there', () => {
  for (const after of ['(412) ', '(412)', '(412', '(41', '4', ''])
    expect(formatTyped('(412) 5', after)).toBe(after);
  expect(typed('25550134', '(41').at(-1)).toBe('(412) 555-0134');
});

it('a pasted or filled-in number is formatted', () => {
  expect(formatTyped('', '412.555.0134')).toBe('(412) 555-0134');
  expect(formatTyped('(41', '4125550134')).toBe('(412) 555-0134');
  expect(formatTyped('', '+14125550134')).toBe('+14125550134');
});

it('a number is formatted completely when the field is left', () => {
  expect(formatPhone('4192555013')).toBe('(419) 255-5013');
  expect(formatPhone('1-412-555-0134')).toBe('1 (412) 555-0134');
  for (const own of ['', '412 555', '+1 412 555 0134', '412 555 0134 x5', '٤١٢٥٥٥٠١٣٤'])
    expect(formatPhone(own)).toBe(own);
});
