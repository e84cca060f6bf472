import { expect, it } from 'vitest';
import { formatPhone } from '../../src/request/fields/fieldNotes';

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
