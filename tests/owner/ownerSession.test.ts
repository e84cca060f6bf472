// Where the session of the owner's page is kept, and what the page hears of it. The SDK is played; a browser has the rest.
import type { Auth, User, UserCredential } from 'firebase/auth';
import * as sdk from 'firebase/auth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerAccount } from '../../machines/ownerAccess';
import { readConfig } from '../../src/firebase/config';
import { createOwnerSession } from '../../src/owner/access/ownerSession';
import { deferred } from '../support/deferred';

vi.mock(import('firebase/auth'), async (importOriginal) => ({
  ...(await importOriginal()),
  indexedDBLocalPersistence: { type: 'LOCAL' } as never,
  browserSessionPersistence: { type: 'SESSION' } as never,
  initializeAuth: vi.fn(),
  connectAuthEmulator: vi.fn(),
  onAuthStateChanged: vi.fn(),
  setPersistence: vi.fn(),
  signInWithPopup: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock(import('firebase/firestore'), async (importOriginal) => ({
  ...(await importOriginal()),
  initializeFirestore: vi.fn(),
  connectFirestoreEmulator: vi.fn(),
}));

const OLIVIA = { uid: 'olivia', email: 'Olivia@Example.com' } as User;
const ACCOUNT: OwnerAccount = { uid: 'olivia', email: 'olivia@example.com' };
const signedIn = { user: OLIVIA } as UserCredential;

const auth = {} as Auth;
const { setPersistence, signInWithPopup, signOut } = vi.mocked(sdk);
/** As a deployed page: no stand-in for Google's script. */
vi.stubGlobal('__LOCAL__', false);
let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.clearAllMocks();
  log = vi.spyOn(console, 'error').mockReturnValue();
  vi.mocked(sdk.initializeAuth).mockReturnValue(auth);
  setPersistence.mockResolvedValue();
  signInWithPopup.mockResolvedValue(signedIn);
  signOut.mockResolvedValue();
});

const CONFIG = readConfig(
  {
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_AUTH_DOMAIN: 'oak.example',
    VITE_FIREBASE_PROJECT_ID: 'oak',
    VITE_FIREBASE_STORAGE_BUCKET: 'oak.appspot.com',
    VITE_FIREBASE_APP_ID: '1:2:web:3',
  },
  'oak.example',
);
const open = () => createOwnerSession(CONFIG, {} as never);

describe('a session', () => {
  it.each([
    [false, 'SESSION'],
    [true, 'LOCAL'],
  ])('is kept where the box says, by a popup within the click (my phone: %s)', (isMine, type) => {
    const session = open();
    const chosen = deferred<void>();
    setPersistence.mockReturnValue(chosen.promise);
    void session.signIn(isMine);
    // Both at once, in this order: Auth does one after the other.
    expect(setPersistence.mock.calls).toEqual([[auth, { type }]]);
    expect(signInWithPopup).toHaveBeenCalledOnce();
    const [first] = setPersistence.mock.invocationCallOrder;
    expect(first).toBeLessThan(signInWithPopup.mock.invocationCallOrder[0]!);
  });

  it('that was kept on this phone is looked for first', () => {
    open();
    const [, settings] = vi.mocked(sdk.initializeAuth).mock.calls[0]!;
    expect(settings!.persistence).toEqual([{ type: 'LOCAL' }, { type: 'SESSION' }]);
  });

  it('is ended when nobody could choose where it is kept: the phone may be somebody else’s', async () => {
    const error = new Error('The database is broken.');
    setPersistence.mockRejectedValue(error);
    expect(await open().signIn(false)).toEqual({ outcome: 'failed' });
    expect(signOut.mock.calls).toEqual([[auth]]);
    expect(log.mock.calls.flat()).toContain(error);
  });

  it('belongs to an address in lower case', async () => {
    const session = open();
    expect(await session.signIn(true)).toEqual({ outcome: 'signedIn', account: ACCOUNT });
    const heard: (OwnerAccount | null)[] = [];
    session.onAccount((account) => heard.push(account));
    const [, tell] = vi.mocked(sdk.onAuthStateChanged).mock.calls[0]!;
    for (const user of [null, OLIVIA]) (tell as (user: User | null) => void)(user);
    expect(heard).toEqual([null, ACCOUNT]);
  });

  it.each([
    ['auth/popup-closed-by-user', 'closed'],
    ['auth/popup-blocked', 'blocked'],
    ['auth/unauthorized-domain', 'unauthorized'],
    ['auth/user-disabled', 'disabled'],
    ['auth/network-request-failed', 'unreachable'],
    ['auth/internal-error', 'failed'],
  ])('that does not begin (%s) says why', async (code, outcome) => {
    signInWithPopup.mockRejectedValue(Object.assign(new Error(code), { code }));
    expect(await open().signIn(false)).toEqual({ outcome });
    expect(signOut).not.toHaveBeenCalled();
  });
});
