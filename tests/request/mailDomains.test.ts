import { expect, it } from 'vitest';
import { meantEmail } from '../../src/request/fields/fieldNotes';

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
