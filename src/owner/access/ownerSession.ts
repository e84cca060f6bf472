/**
 * The owner's sign-in: Google alone, at an app of its own (data/ownerApp.ts), and the account's own document among the
 * owners. The session ends with the tab, unless the phone is the owner's.
 */
import type { FirebaseApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  setPersistence,
  signInWithPopup,
  signOut,
  type Auth,
  type User,
} from 'firebase/auth';
import {
  connectFirestoreEmulator,
  doc,
  initializeFirestore,
  onSnapshot,
  type Firestore,
} from 'firebase/firestore';
import type { OwnerAccount } from '../../../machines/ownerAccess';
import type { BackendConfig } from '../../firebase/config';
import { log } from '../../lib/log';
import { installLocalGapi } from '../../signIn/localGapi';
import { signInFailure } from '../../signIn/signInFailure';
import type { OwnerSessionPort } from '../ports';

const toAccount = ({ uid, email }: User): OwnerAccount => ({
  uid,
  email: (email ?? '').toLowerCase(),
});

export function createOwnerSession(config: BackendConfig, app: FirebaseApp): OwnerSessionPort {
  const auth = openAuth(config, app);
  const firestore = openFirestore(config, app);
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return {
    prepare: () => auth.authStateReady(),
    onAccount: (onAccount) =>
      onAuthStateChanged(auth, (user) => onAccount(user && toAccount(user))),
    async signIn(isMyPhone) {
      const place = isMyPhone ? indexedDBLocalPersistence : browserSessionPersistence;
      // Not awaited: the popup must open while the click is handled. Auth does one after the other.
      const isChosen = setPersistence(auth, place).then(
        () => true,
        (error: unknown) => {
          log('Where the session is kept could not be chosen.', error);
          return false;
        },
      );
      try {
        const { user } = await signInWithPopup(auth, provider);
        if (await isChosen) return { outcome: 'signedIn', account: toAccount(user) };
        // It would stay on a phone that is not the owner's.
        await signOut(auth);
        return { outcome: 'failed' };
      } catch (error) {
        return { outcome: signInFailure(error) };
      }
    },
    signOut: () => signOut(auth),
    // The rules compare the address in lower case (decision 31).
    followOwnership: (email, onAnswer, onError) =>
      onSnapshot(
        doc(firestore, 'owners', email),
        { includeMetadataChanges: true },
        (snapshot) => {
          // Without a connection the SDK answers from its own empty cache.
          if (!snapshot.metadata.fromCache) onAnswer(snapshot.exists());
        },
        onError,
      ),
  };
}

/** A session that was kept on this phone is found first, then that of this tab. */
function openAuth(config: BackendConfig, app: FirebaseApp): Auth {
  if (__LOCAL__ && config.authOrigin !== null) installLocalGapi(config.authOrigin);
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserSessionPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (__LOCAL__ && config.authOrigin !== null) {
    connectAuthEmulator(auth, config.authOrigin, { disableWarnings: true });
  }
  return auth;
}

/** The SDK that listens. The lists and writes of the page go by Firestore Lite, whose calls settle without a network. */
function openFirestore(config: BackendConfig, app: FirebaseApp): Firestore {
  const firestore = initializeFirestore(app, {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return firestore;
}
