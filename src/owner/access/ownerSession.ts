/**
 * The owner's sign-in: Google alone, at an app of its own (data/ownerApp.ts). The session ends with the tab, unless the phone
 * is the owner's.
 */
import type { FirebaseApp } from 'firebase/app';
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
  type User,
} from 'firebase/auth';
import type { OwnerAccount } from '../../../machines/ownerAccess';
import type { BackendConfig } from '../../firebase/config';
import { log } from '../../lib/log';
import { waitAtMost } from '../../lib/promises';
import { tabStore } from '../../lib/webStorage';
import { signInFailure } from '../../signIn/signInFailure';
import { markGuest } from '../data/keeping';
import type { OwnerSessionPort } from '../ports';
import { openSignInPopup, type SignInPopup } from './signInPopup';

const toAccount = ({ uid, email }: User): OwnerAccount => ({
  uid,
  email: (email ?? '').toLowerCase(),
});

export function createOwnerSession(config: BackendConfig, app: FirebaseApp): OwnerSessionPort {
  const auth = openAuth(config, app);
  let opened: SignInPopup | undefined;
  const popup = () => (opened ??= openSignInPopup(config));
  let isKnown = false;
  return {
    onAccount: (onAccount) =>
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
    async signIn(isMyPhone) {
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
    async signOut() {
      const { ready } = popup();
      await signOut(auth);
      await waitAtMost(ready);
    },
  };
}

/** A session that was kept on this phone is found first, then that of this tab. */
function openAuth(config: BackendConfig, app: FirebaseApp): Auth {
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserSessionPersistence],
  });
  if (__LOCAL__ && config.authOrigin !== null) {
    connectAuthEmulator(auth, config.authOrigin, { disableWarnings: true });
  }
  return auth;
}
