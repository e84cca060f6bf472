import { parseObject } from './httpHelpers';
import type { RulesAuth } from './rules/types';

/**
 * Reads an unsigned ID token like those of Firebase's emulators: a JWT with `"alg":"none"` and an empty signature. For
 * local use only, because anyone can write such a token. Returns null for a token that is malformed, signed, without a
 * user, or past its `exp` (seconds since 1970).
 */
export function decodeUnsignedToken(idToken: string, now: Date): RulesAuth | null {
  const claims = unsignedClaims(idToken);
  if (!claims) return null;
  const uid = claims['sub'] ?? claims['user_id'];
  if (typeof uid !== 'string' || uid === '') return null;
  const { exp: expires } = claims;
  const isValid = typeof expires === 'number' && expires * 1000 > now.getTime();
  if (expires !== undefined && !isValid) return null;
  return { uid, token: { ...claims, sub: uid } };
}

type Claims = Record<string, unknown>;

function unsignedClaims(idToken: string): Claims | null {
  const [header, payload, signature, ...more] = idToken.split('.');
  if (header === undefined || payload === undefined || signature !== '' || more.length > 0) {
    return null;
  }
  return parseSegment(header)?.['alg'] === 'none' ? parseSegment(payload) : null;
}

function parseSegment(segment: string): Claims | null {
  if (!/^[A-Za-z0-9_-]+$/.test(segment)) return null;
  return parseObject(Buffer.from(segment, 'base64url').toString('utf8'));
}
