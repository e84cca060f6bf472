/**
 * Google's account chooser in a popup. It has an app of its own, opened when nobody is signed in: on phones and in Safari
 * Auth loads the popup's code, 125 kB, before it says who is signed in (firebase 12, `_shouldInitProactively`). Whoever is
 * signed in already needs no popup, and does not wait for it.
 */
import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
  signOut,
  type User,
} from 'firebase/auth';
import type { BackendConfig } from '../../firebase/config';
import { installLocalGapi } from '../../signIn/localGapi';

export interface SignInPopup {
  /** Resolves when a click may open the popup: before, phones would block it. */
  ready: Promise<void>;
  /** Opens the popup. Call it directly in the click's handler. Rejects with an error of Auth. */
  signIn(): Promise<User>;
}

export function openSignInPopup(config: BackendConfig): SignInPopup {
  const { projectId, apiKey, authDomain, appId, authOrigin } = config;
  if (__LOCAL__ && authOrigin !== null) installLocalGapi(authOrigin);
  const app = initializeApp({ projectId, apiKey, authDomain, appId }, 'owner-popup');
  const auth = initializeAuth(app, {
    // The session is kept by the page's own app (ownerSession.ts).
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (__LOCAL__ && authOrigin !== null) {
    connectAuthEmulator(auth, authOrigin, { disableWarnings: true });
  }
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return {
    ready: auth.authStateReady(),
    async signIn() {
      const { user } = await signInWithPopup(auth, provider);
      // Whoever takes the account over has a copy.
      await signOut(auth);
      return user;
    },
  };
}
