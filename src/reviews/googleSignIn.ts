/**
 * Google sign-in with Firebase Auth's popup. The Auth SDK is large, so this module is only imported when the
 * review area comes near the viewport (signIn.ts).
 */
import {
  GoogleAuthProvider,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  onIdTokenChanged,
  signInWithPopup,
  signOut,
  type User,
} from 'firebase/auth';
import type { SignInOutcome, SignedInUser } from '../domain/types';
import { firebaseApp } from '../firebase/app';
import type { BackendConfig } from '../firebase/config';
import { installLocalGapi } from '../signIn/localGapi';
import { signInFailure } from '../signIn/signInFailure';

export type OpenAuth = Awaited<ReturnType<typeof openAuth>>;

const GOOGLE = GoogleAuthProvider.PROVIDER_ID;

/** `googleId` is `providerUserInfo.rawId` of the call `accounts:lookup` (firebase 12, reload.ts). */
const toUser = ({ uid, displayName, providerData }: User): SignedInUser => ({
  uid,
  googleId: providerData.find(({ providerId }) => providerId === GOOGLE)?.uid ?? '',
  name: displayName,
});

/**
 * Opens Auth. Resolves when Auth knows whether somebody is signed in and, on phones and in Safari, has loaded
 * the popup's helper. Call it once per page.
 */
export async function openAuth(config: BackendConfig) {
  if (__LOCAL__ && config.authOrigin !== null) installLocalGapi(config.authOrigin);
  // Not `getAuth()`: it would preload an iframe and choose the persistence itself.
  const auth = initializeAuth(firebaseApp(config), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (__LOCAL__ && config.authOrigin !== null) {
    connectAuthEmulator(auth, config.authOrigin, { disableWarnings: true });
  }
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  await auth.authStateReady();

  return {
    onUser(onUser: (user: SignedInUser | null) => void) {
      onAuthStateChanged(auth, (user) => onUser(user && toUser(user)));
    },
    /** Calls `onToken` with the ID token now and after every change. Null if nobody is signed in. */
    onToken(onToken: (idToken: string | null) => void, onError: (error: unknown) => void) {
      onIdTokenChanged(auth, (user) => {
        if (user) user.getIdToken().then(onToken).catch(onError);
        else onToken(null);
      });
    },
    /** Opens the popup at once, while the caller still handles the click. */
    async signIn(): Promise<SignInOutcome> {
      try {
        const { user } = await signInWithPopup(auth, provider);
        return { outcome: 'signedIn', user: toUser(user) };
      } catch (error) {
        return { outcome: signInFailure(error) };
      }
    },
    signOut: () => signOut(auth),
    renewToken: async () => auth.currentUser?.getIdToken(true),
  };
}
