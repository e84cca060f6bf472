/** The small part of sign-in. `prepare` loads the large part (googleSignIn.ts with Firebase Auth). */
import { log } from '../lib/log';
import type { AuthPort } from './ports';
import type { SignInOutcome } from '../../machines/signInOutcome';
import type { SignedInUser } from '../domain/types';
import type { OpenAuth } from './googleSignIn';
import type { BackendConfig } from '../firebase/config';
import { syncToken } from './tokenSync';
import { importOnce } from '../lib/promises';

/** `tokenSyncUrl`: the address to which the ID token is posted when it changes. Without it nothing is posted. */
export function createAuthPort(
  config: BackendConfig,
  tokenSyncUrl: string | undefined,
  load: () => Promise<{ openAuth(config: BackendConfig): Promise<OpenAuth> }> = () =>
    import('./googleSignIn'),
): AuthPort {
  const listeners = new Set<(user: SignedInUser | null) => void>();
  /** Undefined until Auth has said who is signed in. */
  let known: SignedInUser | null | undefined;
  let opened: OpenAuth | undefined;

  const prepared = importOnce(load, async ({ openAuth }) => {
    const auth = await openAuth(config);
    opened = auth;
    auth.onUser((user) => {
      known = user;
      for (const listener of listeners) listener(user);
    });
    syncToken(auth, tokenSyncUrl);
    return auth;
  });

  async function signIn(): Promise<SignInOutcome> {
    // No `await` here once Auth has loaded: the popup must open while the click is handled.
    if (opened) return opened.signIn();
    try {
      return await (await prepared()).signIn();
    } catch (error) {
      log('Sign-in could not be loaded.', error);
      return { outcome: 'unreachable' };
    }
  }

  return {
    prepare: prepared,
    onUser(onUser) {
      listeners.add(onUser);
      if (known !== undefined) onUser(known);
      return () => listeners.delete(onUser);
    },
    signIn,
    signOut: async () => (await prepared()).signOut(),
    uid: () => known?.uid ?? null,
    renewToken: async () => (await prepared()).renewToken(),
  };
}
