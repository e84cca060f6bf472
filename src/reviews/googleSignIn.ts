/**
 * Google sign-in by Firebase Auth's popup. Heavy (the Auth SDK): only ever imported lazily, when the
 * review area comes near (lazyAuth.ts).
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

/** Error codes of Firebase Auth (`AuthErrorCodes` of firebase/auth) that a popup can end with. */
const FAILURES: Record<string, Exclude<SignInOutcome['outcome'], 'signedIn'>> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/unauthorized-domain': 'unauthorized',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
};

/** How a sign-in ended, told by the error that the SDK has thrown. */
export const signInFailure = (error: unknown) =>
  FAILURES[(error as { code?: string } | null)?.code ?? ''] ?? 'failed';

const GOOGLE = GoogleAuthProvider.PROVIDER_ID;

/** The id is that of `accounts:lookup`'s `providerUserInfo.rawId` (firebase 12, reload.ts). */
const toUser = ({ uid, displayName, providerData }: User): SignedInUser => ({
  uid,
  googleId: providerData.find(({ providerId }) => providerId === GOOGLE)?.uid ?? '',
  name: displayName,
});

/**
 * Opens Auth; resolves when it knows whether somebody is signed in and, on phones and Safari, when the
 * popup's helper is loaded. Call once per page.
 */
export async function openAuth(config: BackendConfig) {
  if (__LOCAL__ && config.authOrigin !== null) installLocalGapi(config.authOrigin);
  // Not getAuth(): it would preload an iframe and pick the persistence by itself.
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
    /** Tells the ID token now and after every change; null when nobody is signed in. */
    onToken(onToken: (idToken: string | null) => void, onError: (error: unknown) => void) {
      onIdTokenChanged(auth, (user) => {
        if (user) user.getIdToken().then(onToken).catch(onError);
        else onToken(null);
      });
    },
    /** Opens the popup at once, within the caller's click. */
    async signIn(): Promise<SignInOutcome> {
      try {
        const { user } = await signInWithPopup(auth, provider);
        return { outcome: 'signedIn', user: toUser(user) };
      } catch (error) {
        return { outcome: signInFailure(error) };
      }
    },
    signOut: () => signOut(auth),
  };
}

type Answer = (answers: unknown[]) => void;

/**
 * A stand-in for `gapi.iframes`, which the SDK (firebase 12, popup_redirect.ts and iframe.ts) loads from
 * Google's servers to hear from its popup. Local mode only: with the local backend there need be no
 * internet. The local account chooser posts its event straight to the page that opened it.
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
        // The SDK's own callback ends with this error whatever the answer is; real gapi drops it too.
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
