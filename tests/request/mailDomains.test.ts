import { expect, it } from 'vitest';
import { meantAddress } from '../../src/request/mailDomains';

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
])('%s: %s was meant', (typed, domain) => {
  const meant = domain === undefined ? undefined : { address: `ana@b@${domain}`, domain };
  expect(meantAddress(`ana@b@${typed}`)).toEqual(meant);
});

it.each([
  'gmail.com',
  'ymail.com',
  'email.com',
  'yahoo.ca',
  'hotmail.co.uk',
  'love.com',
  'oak.com',
])('%s is nobody’s mistake', (domain) => {
  expect(meantAddress(`ana@${domain}`)).toBeUndefined();
});

it('asks nothing about what is no address', () => {
  for (const text of ['', 'gmial.com', '@gmial.com']) expect(meantAddress(text)).toBeUndefined();
});
