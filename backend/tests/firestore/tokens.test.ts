import { expect, it } from 'vitest';
import { decodeUnsignedToken } from '../../tokens';

const NOW = new Date('2026-03-01T12:00:00Z');
const SECOND = NOW.getTime() / 1000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: unknown, header: unknown = { alg: 'none', typ: 'JWT' }, signature = '') =>
  `${encode(header)}.${encode(claims)}.${signature}`;
const decode = (text: string) => decodeUnsignedToken(text, NOW);

it('gives the user and all claims', () => {
  const claims = { sub: 'maria', exp: SECOND + 1, firebase: { sign_in_provider: 'google.com' } };
  expect(decode(token(claims))).toEqual({ uid: 'maria', token: claims });
  expect(decode(token({ user_id: 'maria' }))).toEqual({
    uid: 'maria',
    token: { user_id: 'maria', sub: 'maria' },
  });
});

it.each([
  ['expired now', token({ sub: 'maria', exp: SECOND })],
  ['an expiry that is no number', token({ sub: 'maria', exp: 'never' })],
  ['signed', token({ sub: 'maria' }, { alg: 'none' }, 'c2ln')],
  ['another algorithm', token({ sub: 'maria' }, { alg: 'RS256' })],
  ['no user', token({ name: 'Maria' })],
  ['an empty user', token({ sub: '' })],
  ['claims that are a list', token(['maria'])],
  ['two parts', token({ sub: 'maria' }).split('.').slice(0, 2).join('.')],
  ['four parts', `${token({ sub: 'maria' })}.`],
  ['not JSON', 'abc.def.'],
  ['not base64url', `${encode({ alg: 'none' })}.!!!.`],
  ['empty', ''],
])('refuses a token that is %s', (_, text) => {
  expect(decode(text)).toBe(null);
});
