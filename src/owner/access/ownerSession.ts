/**
 * The owner's sign-in: Google alone, at an app of its own (main.tsx). The session ends with the tab, unless the phone
 * is the owner's.
 */
import { type FirebaseApp, initializeApp } from 'firebase/app';
import {
  browserSessionPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  setPersistence,
  signOut,
  updateCurrentUser,
  type Auth,
  type Dependencies,
  type User,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  inMemoryPersistence,
  signInWithPopup,
} from 'firebase/auth';
import type { OwnerAccount, OwnerSignIn } from '../../../machines/ownerAccess';
import type { BackendConfig } from '../../firebase/config';
import { log } from '../../lib/log';
import { waitAtMost } from '../../lib/promises';
import { tabStore } from '../../lib/webStorage';
import { signInFailure } from '../../signIn/signInFailure';
import { markGuest } from '../editor/kept/keptWork';
import { installLocalGapi } from '../../signIn/localGapi';

const toAccount = ({ uid, email }: User): OwnerAccount => ({
  uid,
  email: (email ?? '').toLowerCase(),
});

export function createOwnerSession(config: BackendConfig, app: FirebaseApp) {
  // A session that was kept on this phone is found first, then that of this tab.
  const persistence = [indexedDBLocalPersistence, browserSessionPersistence];
  const auth = openAuth(config, app, { persistence });
  let opened: ReturnType<typeof openSignInPopup> | undefined;
  const popup = () => (opened ??= openSignInPopup(config));
  let isKnown = false;
  return {
    /**
     * Calls `onAccount` with the account (null: nobody is signed in) once that is known, and after every change. The first
     * null comes when a click may open the popup, after 5 s at the latest. Returns what ends this.
     */
    onAccount: (onAccount: (account: OwnerAccount | null) => void) =>
      onAuthStateChanged(auth, async (user) => {
        if (!user) {
          const { ready } = popup();
          // Only the first answer waits for the popup: the end of a session is told at once.
          if (!isKnown) await waitAtMost(ready);
          // Another tab may have signed in meanwhile.
          if (auth.currentUser) return;
        }
        isKnown = true;
        if (!user) markGuest(tabStore, false);
        onAccount(user && toAccount(user));
      }),
    /**
     * Opens the popup. Call it directly in the click's handler. `isMyPhone`: the session outlives the tab. Never rejects.
     */
    async signIn(isMyPhone: boolean): Promise<OwnerSignIn> {
      try {
        const user = await popup().signIn();
        // Before the account is taken over, so that it never stays on a phone that is not the owner's.
        await setPersistence(
          auth,
          isMyPhone ? indexedDBLocalPersistence : browserSessionPersistence,
        );
        markGuest(tabStore, !isMyPhone);
        await updateCurrentUser(auth, user);
        return { outcome: 'signedIn', account: toAccount(user) };
      } catch (error) {
        const outcome = signInFailure(error);
        if (outcome === 'failed') log('The sign-in has failed.', error);
        return { outcome };
      }
    },
    /** The header of calls to Storage. Rejects when the token cannot be renewed, with the code of Auth. */
    async authorization() {
      const { currentUser } = auth;
      // As the SDK of Storage calls it. Without a user the server says that the session is over.
      return `Firebase ${currentUser ? await currentUser.getIdToken() : ''}`;
    },
    /** Ends the session. Resolves when a click may open the popup again, after 5 s at the latest. */
    async signOut() {
      const { ready } = popup();
      await signOut(auth);
      await waitAtMost(ready);
    },
  };
}

export type OwnerSession = ReturnType<typeof createOwnerSession>;

/** `options`: where Auth keeps its session, and by what it opens a popup. */
function openAuth({ authOrigin }: BackendConfig, app: FirebaseApp, options: Dependencies): Auth {
  const auth = initializeAuth(app, options);
  if (__LOCAL__ && authOrigin !== null) {
    connectAuthEmulator(auth, authOrigin, { disableWarnings: true });
  }
  return auth;
}

/**
 * On an app of its own, opened when nobody is signed in: on phones and in Safari Auth loads the popup's code, 125 kB,
 * before it says who is signed in (firebase 12, `_shouldInitProactively`).
 */
function openSignInPopup(config: BackendConfig) {
  const { projectId, apiKey, authDomain, appId, authOrigin } = config;
  if (__LOCAL__ && authOrigin !== null) installLocalGapi(authOrigin);
  const app = initializeApp({ projectId, apiKey, authDomain, appId }, 'owner-popup');
  const auth = openAuth(config, app, {
    // The session is kept by the page's own app.
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return {
    /** Resolves when a click may open the popup: before, phones would block it. */
    ready: auth.authStateReady(),
    /** Opens the popup. Call it directly in the click's handler. Rejects with an error of Auth. */
    async signIn() {
      const { user } = await signInWithPopup(auth, provider);
      // Whoever takes the account over has a copy.
      await signOut(auth);
      return user;
    },
  };
}
