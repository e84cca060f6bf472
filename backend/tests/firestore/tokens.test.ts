import { expect, it } from 'vitest';
import { decodeUnsignedToken } from '../../unsignedToken';

const NOW = new Date('2026-03-01T12:00:00Z');
const SECOND = NOW.getTime() / 1000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: unknown, header: unknown = { alg: 'none', typ: 'JWT' }, signature = '') =>
  `${encode(header)}.${encode(claims)}.${signature}`;
const decode = (text: string) => decodeUnsignedToken(text, NOW);

it('a valid token gives the user and all claims', () => {
  const claims = { sub: 'maria', exp: SECOND + 1, firebase: { sign_in_provider: 'google.com' } };
  expect(decode(token(claims))).toEqual({ uid: 'maria', token: claims });
  expect(decode(token({ user_id: 'maria' }))).toEqual({
    uid: 'maria',
    token: { user_id: 'maria', sub: 'maria' },
  });
});

it.each([
  ['that expires now', token({ sub: 'maria', exp: SECOND })],
  ['with an expiry that is not a number', token({ sub: 'maria', exp: 'never' })],
  ['with a signature', token({ sub: 'maria' }, { alg: 'none' }, 'c2ln')],
  ['with another algorithm', token({ sub: 'maria' }, { alg: 'RS256' })],
  ['without a user', token({ name: 'Maria' })],
  ['with an empty user', token({ sub: '' })],
  ['whose claims are a list', token(['maria'])],
  ['with two parts', token({ sub: 'maria' }).split('.').slice(0, 2).join('.')],
  ['with four parts', `${token({ sub: 'maria' })}.`],
  ['that is not JSON', 'abc.def.'],
  ['that is not base64url', `${encode({ alg: 'none' })}.!!!.`],
  ['that is empty', ''],
])('a token %s is refused', (_, text) => {
  expect(decode(text)).toBe(null);
});
