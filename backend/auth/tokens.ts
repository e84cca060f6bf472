/**
 * Tokens like those of the official Auth emulator: ID tokens are JWTs with `alg: none` and no signature, refresh
 * tokens are JSON in base64url. The claims are those of Firebase ID tokens
 * (https://firebase.google.com/docs/auth/admin/verify-id-tokens).
 */
import { parseObject } from '../http';
import { decodeUnsignedToken } from '../tokens';
import type { LocalAccount } from './accounts';

/** An ID token is valid for this many seconds. */
export const TOKEN_LIFETIME_SECONDS = 3600;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned ID token, valid for an hour from `now` (milliseconds since 1970). */
export function issueIdToken(projectId: string, account: LocalAccount, now: number): string {
  const iat = Math.floor(now / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: account.localId,
    user_id: account.localId,
    email: account.email,
    email_verified: true,
    name: account.name,
    auth_time: Math.floor(account.lastLoginAt / 1000),
    iat,
    exp: iat + TOKEN_LIFETIME_SECONDS,
    firebase: {
      identities: { 'google.com': [account.sub], email: [account.email] },
      sign_in_provider: 'google.com',
    },
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

/** The uid in one of our ID tokens, or the service's own error name if the token is not accepted. */
export function readIdToken(
  token: unknown,
  projectId: string,
  now: Date,
): { uid: string } | 'INVALID_ID_TOKEN' | 'TOKEN_EXPIRED' {
  const idToken = typeof token === 'string' ? token : '';
  const ignoringExpiry = decodeUnsignedToken(idToken, new Date(0));
  if (ignoringExpiry?.token['aud'] !== projectId) return 'INVALID_ID_TOKEN';
  return decodeUnsignedToken(idToken, now) ?? 'TOKEN_EXPIRED';
}

const KIND = 'local refresh token';

export function issueRefreshToken(projectId: string, localId: string): string {
  return encode({ kind: KIND, localId, projectId });
}

/** The uid that a refresh token of this project was issued for. Undefined for any other token. */
export function readRefreshToken(token: string | null, projectId: string): string | undefined {
  const value = parseObject(Buffer.from(token ?? '', 'base64url').toString('utf8'));
  const isOurs = value?.['kind'] === KIND && value['projectId'] === projectId;
  return isOurs ? String(value['localId']) : undefined;
}
