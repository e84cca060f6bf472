// Where the session of the owner's page is kept, and what the page hears of it. The SDK is played; a browser has the rest.
import { initializeApp, type FirebaseApp } from 'firebase/app';
import type { Auth, User, UserCredential } from 'firebase/auth';
import * as sdk from 'firebase/auth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerAccount } from '../../machines/ownerAccess';
import { readConfig } from '../../src/firebase/config';
import { createOwnerSession } from '../../src/owner/access/ownerSession';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { fakeStorage } from '../support/fakeStorage';

vi.mock(import('firebase/app'), async (importOriginal) => ({
  ...(await importOriginal()),
  initializeApp: vi.fn(),
}));
vi.mock(import('firebase/auth'), async (importOriginal) => ({
  ...(await importOriginal()),
  indexedDBLocalPersistence: { type: 'LOCAL' } as never,
  browserSessionPersistence: { type: 'SESSION' } as never,
  inMemoryPersistence: { type: 'NONE' } as never,
  browserPopupRedirectResolver: 'popups' as never,
  initializeAuth: vi.fn(),
  connectAuthEmulator: vi.fn(),
  onAuthStateChanged: vi.fn(),
  setPersistence: vi.fn(),
  signInWithPopup: vi.fn(),
  updateCurrentUser: vi.fn(),
  signOut: vi.fn(),
}));

const OLIVIA = { uid: 'olivia', email: 'Olivia@Example.com' } as User;
const ACCOUNT: OwnerAccount = { uid: 'olivia', email: 'olivia@example.com' };
const signedIn = { user: OLIVIA } as UserCredential;

const app = { name: 'owner' } as FirebaseApp;
const popupApp = { name: 'owner-popup' } as FirebaseApp;
/** The session's own, and that of the popup. */
let auth: { currentUser: User | null };
let popupReady = deferred<void>();
const popupAuth = { authStateReady: () => popupReady.promise };
const { setPersistence, signInWithPopup, signOut, updateCurrentUser } = vi.mocked(sdk);
/** As a deployed page: no stand-in for Google's script. */
vi.stubGlobal('__LOCAL__', false);
/** What the tab keeps. */
const ofTab = new Map<string, string>();
vi.stubGlobal('sessionStorage', fakeStorage(ofTab));
let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.clearAllMocks();
  ofTab.clear();
  log = vi.spyOn(console, 'error').mockReturnValue();
  auth = { currentUser: null };
  popupReady = deferred<void>();
  vi.mocked(initializeApp).mockReturnValue(popupApp);
  vi.mocked(sdk.initializeAuth).mockImplementation(
    (of) => (of === app ? auth : popupAuth) as unknown as Auth,
  );
  setPersistence.mockResolvedValue();
  signInWithPopup.mockResolvedValue(signedIn);
  updateCurrentUser.mockResolvedValue();
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
const open = () => createOwnerSession(CONFIG, app);
const settingsOf = (of: FirebaseApp) =>
  vi.mocked(sdk.initializeAuth).mock.calls.find(([one]) => one === of)?.[1];

/** What the page hears of the account; `tell` plays Auth. */
function listen(session: ReturnType<typeof open>) {
  const heard: (OwnerAccount | null)[] = [];
  session.onAccount((account) => heard.push(account));
  const [, tell] = vi.mocked(sdk.onAuthStateChanged).mock.calls[0]!;
  return { heard, tell: tell as (user: User | null) => void };
}

describe('a session', () => {
  it.each([
    [false, 'SESSION', ['owner-guest']],
    [true, 'LOCAL', []],
  ])(
    'is kept where the box says, by a popup within the click (my phone: %s)',
    async (isMine, type, marks) => {
      const chosen = deferred<void>();
      setPersistence.mockReturnValue(chosen.promise);
      const signingIn = open().signIn(isMine);
      // Nothing is awaited before it, or browsers block it.
      expect(signInWithPopup).toHaveBeenCalledExactlyOnceWith(popupAuth, expect.anything());
      await eventually(() => expect(setPersistence.mock.calls).toEqual([[auth, { type }]]));
      expect(updateCurrentUser).not.toHaveBeenCalled();
      chosen.resolve();
      expect(await signingIn).toEqual({ outcome: 'signedIn', account: ACCOUNT });
      expect(updateCurrentUser.mock.calls).toEqual([[auth, OLIVIA]]);
      // By its mark a work goes after a day.
      expect([...ofTab.keys()]).toEqual(marks);
      // The popup keeps nobody.
      expect(signOut.mock.calls).toEqual([[popupAuth]]);
    },
  );

  it('that was kept on this phone is looked for first, and loads nothing of the popup', () => {
    const { heard, tell } = listen(open());
    expect(settingsOf(app)).toEqual({ persistence: [{ type: 'LOCAL' }, { type: 'SESSION' }] });
    tell(OLIVIA);
    expect(heard).toEqual([ACCOUNT]);
    expect(settingsOf(popupApp)).toBeUndefined();
  });

  it('is none until a click may open the popup, which itself keeps nobody', async () => {
    const { heard, tell } = listen(open());
    tell(null);
    expect(settingsOf(popupApp)).toEqual({
      persistence: { type: 'NONE' },
      popupRedirectResolver: 'popups',
    });
    expect(heard).toEqual([]);
    popupReady.resolve();
    await eventually(() => expect(heard).toEqual([null]));
    // After a sign-out the same popup serves.
    tell(OLIVIA);
    tell(null);
    await eventually(() => expect(heard).toEqual([null, ACCOUNT, null]));
    expect(vi.mocked(initializeApp)).toHaveBeenCalledOnce();
  });

  it('that was shown ends at once, and a sign-out is over when a click may open the popup', async () => {
    const session = open();
    const { heard, tell } = listen(session);
    ofTab.set('owner-guest', 'yes');
    tell(OLIVIA);
    tell(null);
    await eventually(() => expect(heard).toEqual([ACCOUNT, null]));
    expect([...ofTab.keys()]).toEqual([]);
    let isOver = false;
    void session.signOut().then(() => {
      isOver = true;
    });
    await eventually(() => expect(signOut.mock.calls).toEqual([[auth]]));
    expect(isOver).toBe(false);
    popupReady.resolve();
    await eventually(() => expect(isOver).toBe(true));
  });

  it('is none after five seconds, though the popup’s code never comes', async () => {
    vi.useFakeTimers();
    const { heard, tell } = listen(open());
    tell(null);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual([null]);
    vi.useRealTimers();
  });

  it('that another tab has begun meanwhile is not taken for none', async () => {
    const { heard, tell } = listen(open());
    tell(null);
    auth.currentUser = OLIVIA;
    tell(OLIVIA);
    popupReady.resolve();
    await new Promise(setImmediate);
    expect(heard).toEqual([ACCOUNT]);
  });

  it('does not begin when nobody could choose where it is kept: the phone may be somebody else’s', async () => {
    const error = new Error('The database is broken.');
    setPersistence.mockRejectedValue(error);
    expect(await open().signIn(false)).toEqual({ outcome: 'failed' });
    expect(updateCurrentUser).not.toHaveBeenCalled();
    expect(log.mock.calls.flat()).toContain(error);
  });

  // Each code: tests/reviews/signIn.test.ts.
  it('that does not begin says why', async () => {
    const code = 'auth/popup-blocked';
    signInWithPopup.mockRejectedValue(Object.assign(new Error(code), { code }));
    expect(await open().signIn(false)).toEqual({ outcome: 'blocked' });
    expect(setPersistence).not.toHaveBeenCalled();
  });
});
