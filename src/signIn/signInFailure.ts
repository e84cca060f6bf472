import type { SignInFailure } from '../domain/types';

/** The error codes with which a popup can end (`AuthErrorCodes` of firebase/auth). */
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
