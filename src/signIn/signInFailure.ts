import type { SignInFailure } from '../domain/types';

/** `AuthErrorCodes` of firebase/auth with which a popup can end. */
const FAILURES: Record<string, SignInFailure> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/unauthorized-domain': 'unauthorized',
  'auth/user-disabled': 'disabled',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
};

export const signInFailure = (error: unknown): SignInFailure =>
  FAILURES[(error as { code?: string } | null)?.code ?? ''] ?? 'failed';
