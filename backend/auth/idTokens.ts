/**
 * Tokens like those of the official Auth emulator: ID tokens are JWTs with `alg: none` and no signature, refresh
 * tokens are JSON in base64url. The claims are those of Firebase ID tokens
 * (https://firebase.google.com/docs/auth/admin/verify-id-tokens).
 */
import { parseObject } from '../httpHelpers';
import { decodeUnsignedToken } from '../unsignedToken';
import { isVerified, type LocalAccount } from './accounts';

export const TOKEN_LIFETIME_SECONDS = 3600;

/** Seconds since 1970, as tokens have them, of a time in milliseconds. */
export const secondsOf = (time: number): number => Math.floor(time / 1000);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned ID token, valid for an hour from `now` (milliseconds since 1970). */
export function issueIdToken(projectId: string, account: LocalAccount, now: number): string {
  const iat = secondsOf(now);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: account.localId,
    user_id: account.localId,
    email: account.email,
    email_verified: isVerified(account),
    name: account.name,
    auth_time: secondsOf(account.lastLoginAt),
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
): { uid: string; signedInAt: number } | 'INVALID_ID_TOKEN' | 'TOKEN_EXPIRED' {
  const idToken = typeof token === 'string' ? token : '';
  const ignoringExpiry = decodeUnsignedToken(idToken, new Date(0));
  if (ignoringExpiry?.token['aud'] !== projectId) return 'INVALID_ID_TOKEN';
  const valid = decodeUnsignedToken(idToken, now);
  return valid ? { uid: valid.uid, signedInAt: Number(valid.token['auth_time']) } : 'TOKEN_EXPIRED';
}

const KIND = 'local refresh token';

export function issueRefreshToken(projectId: string, account: LocalAccount): string {
  const { localId } = account;
  return encode({ kind: KIND, localId, projectId, signedInAt: secondsOf(account.lastLoginAt) });
}

/** The sign-in that a refresh token of this project was issued for. Undefined for any other token. */
export function readRefreshToken(
  token: string | null,
  projectId: string,
): { uid: string; signedInAt: number } | undefined {
  const value = parseObject(Buffer.from(token ?? '', 'base64url').toString('utf8'));
  const isOurs = value?.['kind'] === KIND && value['projectId'] === projectId;
  return isOurs
    ? { uid: String(value['localId']), signedInAt: Number(value['signedInAt'] ?? 0) }
    : undefined;
}
