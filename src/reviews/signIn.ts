/** The small part of sign-in. `prepare` loads the large part (googleSignIn.ts with Firebase Auth). */
import { log } from '../lib/log';
import type { AuthPort } from './port';
import type { SignInOutcome, SignedInUser } from '../domain/types';
import type { OpenAuth } from './googleSignIn';
import type { BackendConfig } from '../firebase/config';
import { importOnce } from '../lib/promises';

/** `tokenSyncUrl`: where the ID token is posted when it changes. Without it nothing is posted. */
export function createAuthPort(
  config: BackendConfig,
  tokenSyncUrl: string | undefined,
  load: () => Promise<{ openAuth(config: BackendConfig): Promise<OpenAuth> }> = () =>
    import('./googleSignIn'),
): AuthPort {
  const listeners = new Set<(user: SignedInUser | null) => void>();
  /** Who is signed in; undefined until Auth has said it. */
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

/**
 * Posts the ID token as a bearer token to `url` whenever it changes. A failure is only logged, because nothing depends
 * on it. The next try comes with the next change.
 */
export function syncToken(auth: Pick<OpenAuth, 'onToken'>, url: string | undefined) {
  if (!url) return;
  let last: string | null = null;
  const sync = async (idToken: string | null) => {
    if (idToken === last) return;
    last = idToken;
    if (idToken === null) return;
    try {
      const headers = { Authorization: `Bearer ${idToken}` };
      const answer = await fetch(url, { method: 'POST', headers, keepalive: true });
      if (!answer.ok) log(`The token sync answered ${answer.status}.`);
    } catch (error) {
      log('The token sync could not be reached.', error);
    }
  };
  auth.onToken(
    (idToken) => void sync(idToken),
    (error) => log('The ID token could not be renewed.', error),
  );
}
