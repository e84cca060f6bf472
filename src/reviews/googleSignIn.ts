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
import type { SignInOutcome } from '../../machines/reviewArea';
import type { SignedInUser } from '../domain/types';
import { firebaseApp } from '../firebase/app';
import type { BackendConfig } from '../firebase/config';

export type OpenAuth = Awaited<ReturnType<typeof openAuth>>;

/** The error codes of Firebase Auth (`AuthErrorCodes` of firebase/auth) with which a popup can end. */
const FAILURES: Record<string, Exclude<SignInOutcome['outcome'], 'signedIn'>> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/unauthorized-domain': 'unauthorized',
  'auth/user-disabled': 'disabled',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
};

/** The outcome of a sign-in for which the SDK has thrown this error. */
export const signInFailure = (error: unknown) =>
  FAILURES[(error as { code?: string } | null)?.code ?? ''] ?? 'failed';

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

type Answer = (answers: unknown[]) => void;

/**
 * A stand-in for `gapi.iframes`, which the SDK (firebase 12, popup_redirect.ts and iframe.ts) loads from
 * Google's servers to get messages from its popup. Only used in local mode, which must work without internet.
 * The local account chooser posts its event directly to the page that opened it.
 */
function installLocalGapi(authOrigin: string): void {
  const page = window as { gapi?: object };
  if (page.gapi) return;
  const handlers = new Map<string, (message: unknown) => unknown>();
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== authOrigin || typeof data !== 'object' || data === null) return;
    if ('authEvent' in data) handlers.get('authEvent')?.(data);
  });
  const iframe = {
    restyle: () => Promise.resolve(),
    /** Rejects when the Auth service cannot be reached. */
    async ping(onAnswer: Answer) {
      await fetch(authOrigin);
      onAnswer([]);
    },
    register: handlers.set.bind(handlers),
    send(_event: string, _message: unknown, onAnswer: Answer) {
      try {
        onAnswer([{ webStorageSupport: true }]);
      } catch (error) {
        // The SDK's own callback throws this error for every answer. The real gapi ignores it, too.
        if ((error as { code?: string }).code !== 'auth/internal-error') throw error;
      }
    },
  };
  const open = async (_: object, onOpen: (opened: typeof iframe) => unknown) => onOpen(iframe);
  page.gapi = {
    iframes: {
      Iframe: open,
      CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin',
      getContext: () => ({ open }),
    },
  };
}
