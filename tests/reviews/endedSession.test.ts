// Who posts: a person who does it twice, and a sign-in that ends meanwhile. With the real SDKs, at the local backend.
import { deleteApp, getApps } from 'firebase/app';
import {
  GoogleAuthProvider,
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  signInWithCredential,
} from 'firebase/auth';
import { setLogLevel } from 'firebase/firestore/lite';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { firebaseApp } from '../../src/firebase/app';
import { readConfig } from '../../src/firebase/config';
import { openReviews } from '../../src/reviews/postReview';
import { backend } from '../delivery/localBackend';

const WORK = 'oak';
const HOUR = 3_600_000;
const POST = { service: 'firestore', url: /:commit/ } as const;

beforeAll(() => setLogLevel('silent'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T10:00:00Z') });
  vi.stubGlobal('__LOCAL__', true);
  backend.firestore.commit([{ path: `gallery/${WORK}`, fields: {} }]);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await Promise.all(getApps().map(deleteApp));
  const stored = ['reviews', 'reviewers'].flatMap((name) =>
    backend.firestore.list(`gallery/${WORK}/${name}`),
  );
  backend.firestore.commit(stored.map(({ path }) => ({ path, fields: null })));
});

/** A visitor who has just signed in, and the button "Post review". */
async function signedIn(sub = '1') {
  const { firestore, auth: authPort } = backend.ports;
  const config = readConfig(
    { VITE_LOCAL_FIRESTORE_PORT: `${firestore}`, VITE_LOCAL_AUTH_PORT: `${authPort}` },
    '127.0.0.1',
  );
  const auth = initializeAuth(firebaseApp(config), { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, config.authOrigin!, { disableWarnings: true });
  const signIn = (id: string) =>
    signInWithCredential(
      auth,
      GoogleAuthProvider.credential(JSON.stringify({ sub: id, email: `${id}@example.com` })),
    );
  const { user } = await signIn(sub);
  const reviews = openReviews(config, {
    uid: () => auth.currentUser?.uid ?? null,
    renewToken: async () => auth.currentUser?.getIdToken(true),
    signOut: () => auth.signOut(),
  });
  const post = (id = 'abcdefghij', writer = user) =>
    reviews.post(WORK, { id, user: writer.uid, stars: 5, text: 'Fine' }, sub);
  return { auth, user, signIn, post, hasReviewed: () => reviews.hasReviewed(WORK, sub) };
}

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const stored = () => backend.firestore.list(`gallery/${WORK}/reviews`).length;

it.each([
  ['deleted', null, 'sessionEnded'],
  ['revoked', { validSince: Date.parse('2026-05-04T11:00:00Z') }, 'sessionEnded'],
  ['disabled', { disabled: true }, 'disabled'],
] as const)('the account was %s an hour after the sign-in', async (what, changes, outcome) => {
  const { auth, user, post } = await signedIn(what);
  later(HOUR);
  backend.auth.change(user.uid, changes);
  expect(await post()).toBe(outcome);
  expect([auth.currentUser, stored()]).toEqual([null, 0]);
});

it('a refresh token that the server does not know has ended the sign-in', async () => {
  const { auth, user, post } = await signedIn();
  later(HOUR);
  const { stsTokenManager } = user as unknown as { stsTokenManager: { refreshToken: string } };
  stsTokenManager.refreshToken = 'unknown';
  expect(await post()).toBe('sessionEnded');
  expect(auth.currentUser).toBeNull();
});

it('an Auth server without an answer is no end of the sign-in', async () => {
  const { auth, post } = await signedIn();
  later(HOUR);
  backend.faults.add({ service: 'auth', url: /token/, do: { kind: 'reset' } });
  expect(await post()).toBe('unreachable');
  expect(auth.currentUser).not.toBeNull();
});

it('a token that only the server thinks expired is renewed, and the review is posted', async () => {
  const { post } = await signedIn();
  later(10_000);
  backend.faults.add({ ...POST, count: 1, do: { kind: 'status', status: 401 } });
  const renewals = backend.faults.add({
    service: 'auth',
    url: /\/v1\/token/,
    do: { kind: 'latency', ms: 0 },
  });
  expect(await post()).toBe('accepted');
  expect([renewals.hits, stored()]).toEqual([1, 1]);
});

it('a server that refuses the new token, too, has refused the review', async () => {
  const { post } = await signedIn();
  backend.faults.add({ service: 'firestore', do: { kind: 'status', status: 401 } });
  expect(await post()).toBe('refused');
});

it.each(['signs out', 'signs in as another person'])(
  'a review whose writer %s in another tab was not refused',
  async (what) => {
    const { auth, signIn, post } = await signedIn();
    if (what === 'signs out') await auth.signOut();
    else await signIn('2');
    expect(await post()).toBe('sessionEnded');
    expect(stored()).toBe(0);
  },
);

it('two tabs that post at the same moment leave exactly one review', async () => {
  const { post } = await signedIn();
  expect(await Promise.all([post(), post('0123456789')])).toEqual(['accepted', 'accepted']);
  expect(stored()).toBe(1);
});

it('a visitor who deletes the account and signs in again has reviewed the work, and has one review', async () => {
  const { user, signIn, post, hasReviewed } = await signedIn();
  expect([await hasReviewed(), await post(), await hasReviewed()]).toEqual([
    false,
    'accepted',
    true,
  ]);
  await user.delete();
  const again = await signIn('1');
  expect(again.user.uid).not.toBe(user.uid);
  expect([await hasReviewed(), await post('0123456789', again.user)]).toEqual([true, 'accepted']);
  expect(stored()).toBe(1);
});
