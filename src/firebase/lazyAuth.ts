/** Sign-in as the page sees it: light, loads Firebase Auth (auth.ts) when it is asked to. */
import type { AuthPort, Log, SignInOutcome } from '../domain/ports';
import type { SignedInUser } from '../domain/types';
import type { OpenAuth } from './auth';
import type { BackendConfig } from './config';
import { syncToken } from './tokenSync';
import { importOnce, within } from '../domain/promises';

/** How long a sign-in may take where a closed popup cannot be seen, in milliseconds. */
const UNSEEN_POPUP_PATIENCE = 120_000;

export interface AuthPortOptions {
  log: Log;
  /** Where the ID token is posted when it changes; none, no sync. */
  tokenSyncUrl?: string | undefined;
  /** Loads Auth; replaced in tests. */
  load?: () => Promise<{ openAuth(config: BackendConfig): Promise<OpenAuth> }>;
  /** Whether a closed popup can be noticed; not in an app on an iOS home screen. */
  seesPopup?: boolean;
}

/** Whether the page runs from an iOS home screen, by WebKit's own `navigator.standalone`. */
const isIosStandalone = (): boolean =>
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

export function createAuthPort(config: BackendConfig, options: AuthPortOptions): AuthPort {
  const { log, tokenSyncUrl, seesPopup = !isIosStandalone() } = options;
  const listeners = new Set<(user: SignedInUser | null) => void>();
  /** Undefined until Auth has told. */
  let known: SignedInUser | null | undefined;
  let opened: OpenAuth | undefined;

  const prepared = importOnce(options.load ?? (() => import('./auth')), async ({ openAuth }) => {
    const auth = await openAuth(config);
    opened = auth;
    auth.onUser((user) => {
      known = user;
      for (const tell of listeners) tell(user);
    });
    syncToken(auth, tokenSyncUrl, log);
    return auth;
  });

  async function signIn(): Promise<SignInOutcome> {
    // No await before the popup once Auth is there: it must open within the click.
    if (opened) return opened.signIn();
    try {
      return await (await prepared()).signIn();
    } catch (error) {
      log('Sign-in could not be loaded.', error);
      return { outcome: 'unreachable' };
    }
  }

  return {
    prepare: async () => {
      await prepared();
    },
    onUser(onUser) {
      listeners.add(onUser);
      if (known !== undefined) onUser(known);
      return () => listeners.delete(onUser);
    },
    signIn: () =>
      seesPopup
        ? signIn()
        : within(UNSEEN_POPUP_PATIENCE, signIn()).catch(() => ({ outcome: 'timedOut' })),
    signOut: async () => (await prepared()).signOut(),
  };
}
