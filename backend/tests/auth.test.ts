// Tests the local Auth service with the real SDK (its Node build) and with raw HTTP.
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  GoogleAuthProvider,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithCredential,
  type Auth,
  type User,
} from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalAccount } from '../auth/accounts';
import { createAuthHandler, type AuthHandler } from '../auth/index';
import { listen, type Listening } from '../listening';
import { openRecords } from '../persistence/records';
import { decodeUnsignedToken } from '../unsignedToken';

const PROJECT = 'demo-cabinets';
const START = Date.parse('2026-05-04T10:00:00Z');
const MARIA = {
  sub: '1',
  email: 'maria@example.com',
  name: 'Maria Alvarez',
  email_verified: true,
};

let now = START;
let handler: AuthHandler;
let listening: Listening;
let origin: string;
let app: FirebaseApp;
let auth: Auth;
const accounts = openRecords<LocalAccount>(null);

beforeEach(async () => {
  now = START;
  for (const { localId } of accounts.all()) accounts.remove(localId);
  handler = createAuthHandler({ projectId: PROJECT, now: () => new Date(now), accounts });
  const address = { service: 'auth', host: '127.0.0.1', port: 0 } as const;
  listening = await listen({ ...address, handler: handler.handle });
  origin = `http://127.0.0.1:${listening.port}`;
  app = initializeApp({ projectId: PROJECT, apiKey: 'local', authDomain: 'localhost' });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
});

afterEach(async () => {
  await deleteApp(app);
  await listening.down();
});

const signIn = (person: object) =>
  signInWithCredential(auth, GoogleAuthProvider.credential(JSON.stringify(person)));

const api = (path: string) => `${origin}/identitytoolkit.googleapis.com/v1/${path}?key=local`;

async function post(url: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, json: await answer.json() };
}

async function refreshed(token: string): Promise<unknown> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token });
  const url = `${origin}/securetoken.googleapis.com/v1/token?key=local`;
  return (await fetch(url, { method: 'POST', body })).json();
}

const handlerUrl = (query: Record<string, string> = {}) =>
  `${origin}/emulator/auth/handler?${new URLSearchParams({
    authType: 'signInViaPopup',
    providerId: 'google.com',
    eventId: '7',
    redirectUrl: 'http://localhost:5000/work/1',
    ...query,
  }).toString()}`;

describe('signing in with the SDK', () => {
  it('the user has the data of the credential, and the token has the claims of a sign-in with Google', async () => {
    const { user } = await signIn(MARIA);
    expect(user).toMatchObject({
      displayName: MARIA.name,
      email: MARIA.email,
      emailVerified: true,
      providerData: [{ providerId: 'google.com', uid: MARIA.sub }],
    });
    const token = decodeUnsignedToken(await user.getIdToken(), new Date(now));
    expect(token).toMatchObject({
      uid: user.uid,
      token: {
        sub: user.uid,
        user_id: user.uid,
        email: MARIA.email,
        name: MARIA.name,
        aud: PROJECT,
        iss: `https://securetoken.google.com/${PROJECT}`,
        iat: START / 1000,
        exp: START / 1000 + 3600,
        firebase: {
          sign_in_provider: 'google.com',
          identities: { 'google.com': [MARIA.sub], email: [MARIA.email] },
        },
      },
    });
  });

  const claimsOf = async (user: User) =>
    decodeUnsignedToken(await user.getIdToken(true), new Date(now))!.token;

  it.each([
    [{ email_verified: true }, true],
    [{ email_verified: false }, false],
    [{ email_verified: undefined }, false],
  ])('an address is verified if the first credential says so: %j', async (changes, verified) => {
    const { user } = await signIn({ ...MARIA, ...changes });
    expect([user.emailVerified, (await claimsOf(user))['email_verified']]).toEqual([
      verified,
      verified,
    ]);
    const again = await signIn(MARIA);
    expect([again.user.uid, again.user.emailVerified]).toEqual([user.uid, verified]);
  });

  it('an address that was changed is the one of the next token', async () => {
    const { user } = await signIn(MARIA);
    handler.change(user.uid, { email: 'owner@example.com', emailVerified: false });
    expect(await claimsOf(user)).toMatchObject({
      email: 'owner@example.com',
      email_verified: false,
      firebase: { identities: { 'google.com': [MARIA.sub], email: ['owner@example.com'] } },
    });
  });

  it('an account keeps address and name of its first sign-in, as the official emulator has it', async () => {
    await signIn({ ...MARIA, email: 'Maria@Example.com' });
    const { user } = await signIn({ ...MARIA, email: 'maria@new.example', name: 'Maria A.' });
    expect(user).toMatchObject({ email: MARIA.email, displayName: MARIA.name });
    expect(user.providerData).toMatchObject([
      { email: 'maria@new.example', displayName: 'Maria A.' },
    ]);
    expect(await claimsOf(user)).toMatchObject({
      email: MARIA.email,
      name: MARIA.name,
      email_verified: true,
    });
  });

  it('another Google account with the same verified address takes the account over', async () => {
    const { user } = await signIn(MARIA);
    const taken = { ...MARIA, sub: '2', name: 'Maria B.' };
    const again = await signIn(taken);
    expect(again.user).toMatchObject({ uid: user.uid, displayName: 'Maria B.' });
    expect(await claimsOf(again.user)).toMatchObject({
      firebase: { identities: { 'google.com': ['2'], email: [MARIA.email] } },
    });
    const postBody = `providerId=google.com&id_token=${JSON.stringify({ ...taken, sub: '3' })}`;
    const body = { requestUri: 'http://localhost', postBody };
    expect((await post(api('accounts:signInWithIdp'), body)).json).toMatchObject({
      localId: user.uid,
      emailRecycled: true,
      isNewUser: false,
    });
  });

  it('whoever takes over an address that was not verified ends the sign-ins before', async () => {
    const { user } = await signIn({ ...MARIA, email_verified: false });
    const before = user.refreshToken;
    now += 2000;
    const again = await signIn({ ...MARIA, sub: '2' });
    expect([again.user.uid, again.user.emailVerified]).toEqual([user.uid, true]);
    expect(await refreshed(before)).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } });
  });

  it('without a verified address nobody gets the account of another', async () => {
    await signIn(MARIA);
    await expect(signIn({ ...MARIA, sub: '2', email_verified: false })).rejects.toMatchObject({
      code: 'auth/account-exists-with-different-credential',
    });
  });

  it('the refresh token gives a new ID token', async () => {
    const { user } = await signIn(MARIA);
    const before = await user.getIdToken();
    now += 10_000;
    const renewed = await user.getIdToken(true);
    expect(renewed).not.toBe(before);
    expect(decodeUnsignedToken(renewed, new Date(now))?.token['exp']).toBe(START / 1000 + 3610);
  });

  it('after deleting the account, the same person gets another uid', async () => {
    const { user } = await signIn(MARIA);
    await user.delete();
    const again = await signIn(MARIA);
    expect(again.user.uid).not.toBe(user.uid);
    expect(again.user.providerData).toMatchObject([{ providerId: 'google.com', uid: MARIA.sub }]);
  });

  it('when the account is gone, the SDK reports an expired user token', async () => {
    const { user } = await signIn(MARIA);
    accounts.remove(user.uid);
    await expect(user.reload()).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    expect(await refreshed(user.refreshToken)).toMatchObject({
      error: { message: 'INVALID_REFRESH_TOKEN' },
    });
  });

  it.each([
    [{ disabled: true }, 'auth/user-disabled'],
    [{ validSince: START + 1000 }, 'auth/user-token-expired'],
  ])(
    'after the owner has changed the account by %j, its sign-ins end: %s',
    async (changes, code) => {
      const { user } = await signIn(MARIA);
      handler.change(user.uid, changes);
      await expect(user.getIdToken(true)).rejects.toMatchObject({ code });
      expect(auth.currentUser).toBeNull();
    },
  );

  it('a disabled account cannot sign in, an account whose tokens were revoked can', async () => {
    const { user } = await signIn(MARIA);
    handler.change(user.uid, { validSince: START + 1000 });
    now += 2000;
    const again = await signIn(MARIA);
    expect(again.user.uid).toBe(user.uid);
    await again.user.getIdToken(true);
    handler.change(user.uid, { disabled: true });
    await expect(signIn(MARIA)).rejects.toMatchObject({ code: 'auth/user-disabled' });
  });
});

describe('raw HTTP calls', () => {
  it('ID tokens of other projects, expired ones and invalid ones are refused', async () => {
    const { user } = await signIn(MARIA);
    const idToken = await user.getIdToken();
    expect((await post(api('accounts:lookup'), { idToken })).status).toBe(200);
    const [head, , tail] = idToken.split('.');
    const foreign = Buffer.from(JSON.stringify({ sub: user.uid, aud: 'other' })).toString(
      'base64url',
    );
    for (const bad of ['', 'abc', [head, foreign, tail].join('.'), `${idToken}signature`]) {
      const { status, json } = await post(api('accounts:lookup'), { idToken: bad });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { code: 400, message: 'INVALID_ID_TOKEN' } });
    }
    now += 3_600_000;
    expect((await post(api('accounts:lookup'), { idToken })).json).toMatchObject({
      error: { message: 'TOKEN_EXPIRED' },
    });
  });

  it.each([
    [{ postBody: 'providerId=facebook.com&id_token={}' }, 'OPERATION_NOT_ALLOWED'],
    [{ postBody: 'providerId=google.com&id_token=abc' }, 'INVALID_IDP_RESPONSE'],
    [{ postBody: 'providerId=google.com&id_token={"sub":"1"}' }, 'INVALID_IDP_RESPONSE'],
    [
      {
        postBody:
          'providerId=google.com&id_token={"sub":"1","email":"a@b.example","email_verified":"true"}',
      },
      'INVALID_IDP_RESPONSE',
    ],
    [{ requestUri: 'nowhere' }, 'INVALID_REQUEST_URI'],
  ])('a sign-in with %j is refused', async (changes, message) => {
    const body = { requestUri: 'http://localhost', ...changes };
    const { status, json } = await post(api('accounts:signInWithIdp'), body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  it.each([
    ['password', 'x'],
    ['refresh_token', 'x'],
    ['refresh_token', Buffer.from('{"kind":"other"}').toString('base64url')],
  ])('a refresh token that the service did not issue is refused: %s %s', async (grant, token) => {
    const body = new URLSearchParams({ grant_type: grant, refresh_token: token });
    const url = `${origin}/securetoken.googleapis.com/v1/token?key=local`;
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400);
  });

  it('an unsupported call gets a 501 that names it', async () => {
    const { status, json } = await post(api('accounts:signUp'), {});
    expect(status).toBe(501);
    expect(json).toMatchObject({ error: { status: 'UNIMPLEMENTED' } });
    expect(JSON.stringify(json)).toContain(
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
    );
  });
});

describe('the account chooser page', () => {
  it('the chooser lists the sample people first, then others who have signed in', async () => {
    await signIn({ sub: '9', email: 'ann@example.com', name: '<b>Ann</b>' });
    const html = await (await fetch(handlerUrl())).text();
    const names = [...html.matchAll(/class="name">([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual([
      'Maria Alvarez',
      'Sam Carter',
      'Linh Tran',
      'Olivia Owner',
      '&#60;b&#62;Ann&#60;/b&#62;',
      'Add another account',
    ]);
    expect(html).not.toContain('<b>Ann');
    expect(html).toContain('to continue to <b>localhost:5000</b>');
  });

  it.each([
    ['a sign-in by redirect', { authType: 'signInViaRedirect' }, 501],
    ['another provider', { providerId: 'apple.com' }, 501],
    ['a script as the redirect address', { redirectUrl: 'javascript:alert(1)' }, 400],
  ])('the chooser page is refused for %s', async (_, query, status) => {
    expect((await fetch(handlerUrl(query))).status).toBe(status);
  });
});
