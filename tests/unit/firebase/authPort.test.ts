import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInFailure, type OpenAuth } from '../../../src/firebase/auth';
import { createAuthPort } from '../../../src/firebase/authPort';
import { readConfig } from '../../../src/firebase/config';
import type { Log, SignInOutcome } from '../../../src/domain/ports';
import type { SignedInUser } from '../../../src/domain/types';

const CONFIG = readConfig({}, 'localhost');
const ANN = { uid: 'ann', name: 'Ann' };

function fakeAuth() {
  let tell: (user: SignedInUser | null) => void = () => undefined;
  let tellToken: (idToken: string | null) => void = () => undefined;
  const signIn = vi.fn(() => new Promise<SignInOutcome>(() => undefined));
  const open = vi.fn(async (): Promise<OpenAuth> => ({
    onUser: (onUser) => {
      tell = onUser;
      onUser(null);
    },
    onToken: (onToken) => void (tellToken = onToken),
    signIn,
    signOut: async () => undefined,
  }));
  return {
    open,
    signIn,
    tell: (user: SignedInUser | null) => tell(user),
    tellToken: (idToken: string | null) => tellToken(idToken),
  };
}

const portOf = (auth: ReturnType<typeof fakeAuth>, seesPopup = true, log = vi.fn()) =>
  createAuthPort(CONFIG, { log, load: async () => ({ openAuth: auth.open }), seesPopup });

describe('the port', () => {
  it('opens Auth once, however often it is prepared', async () => {
    const auth = fakeAuth();
    const port = portOf(auth);
    expect(auth.open).not.toHaveBeenCalled();
    await Promise.all([port.prepare(), port.prepare(), port.signOut()]);
    expect(auth.open).toHaveBeenCalledOnce();
  });

  it('opens it again after it could not be loaded', async () => {
    const auth = fakeAuth();
    auth.open.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const port = portOf(auth);
    await expect(port.prepare()).rejects.toThrow('Failed to fetch');
    await port.prepare();
    expect(auth.open).toHaveBeenCalledTimes(2);
  });

  it('tells the user to who listens before and after it is known', async () => {
    const auth = fakeAuth();
    const port = portOf(auth);
    const early = vi.fn();
    const late = vi.fn();
    const stop = port.onUser(early);
    expect(early).not.toHaveBeenCalled();
    await port.prepare();
    auth.tell(ANN);
    port.onUser(late);
    stop();
    auth.tell(null);
    expect(early.mock.calls).toEqual([[null], [ANN]]);
    expect(late.mock.calls).toEqual([[ANN], [null]]);
  });

  it('opens the popup within the click once Auth is there', async () => {
    const auth = fakeAuth();
    const port = portOf(auth);
    await port.prepare();
    void port.signIn();
    expect(auth.signIn).toHaveBeenCalledOnce();
  });

  it('tells when Auth cannot be loaded for a sign-in, and logs it', async () => {
    const auth = fakeAuth();
    auth.open.mockRejectedValue(new TypeError('Failed to fetch'));
    const log = vi.fn();
    expect(await portOf(auth, true, log).signIn()).toEqual({ outcome: 'unreachable' });
    expect(log).toHaveBeenCalledOnce();
  });
});

describe('the token sync', () => {
  const URL = 'https://sync.example/token';
  const fetched = vi.spyOn(globalThis, 'fetch');
  afterEach(() => void fetched.mockReset());

  async function syncing(log: Log) {
    const auth = fakeAuth();
    const load = async () => ({ openAuth: auth.open });
    await createAuthPort(CONFIG, { log, load, seesPopup: true, tokenSyncUrl: URL }).prepare();
    return auth;
  }

  it('posts a token as a bearer, once for each change', async () => {
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    const log = vi.fn();
    const { tellToken } = await syncing(log);
    for (const token of [null, 'a', 'a', 'b', null, 'b']) tellToken(token);
    const bearers = fetched.mock.calls.map(([, init]) =>
      new Headers(init?.headers).get('authorization'),
    );
    expect(bearers).toEqual(['Bearer a', 'Bearer b', 'Bearer b']);
    expect(fetched.mock.calls[0]).toMatchObject([URL, { method: 'POST', keepalive: true }]);
    expect(log).not.toHaveBeenCalled();
  });

  it('logs a failure without the token, and goes on with the next change', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetched.mockResolvedValueOnce(new Response(null, { status: 500 }));
    fetched.mockResolvedValueOnce(new Response(null, { status: 200 }));
    const log = vi.fn();
    const { tellToken } = await syncing(log);
    for (const token of ['secret-1', 'secret-2', 'secret-3']) tellToken(token);
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2));
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(JSON.stringify(log.mock.calls)).toContain('500');
    expect(JSON.stringify(log.mock.calls)).not.toContain('secret');
  });

  it('asks for nothing where no address is configured', async () => {
    const auth = fakeAuth();
    await portOf(auth).prepare();
    auth.tellToken('a');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('an app on an iOS home screen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives up after two minutes, because a closed popup cannot be seen', async () => {
    const auth = fakeAuth();
    const port = portOf(auth, false);
    await port.prepare();
    const outcome = port.signIn();
    await vi.advanceTimersByTimeAsync(119_999);
    auth.tell(ANN);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual({ outcome: 'timedOut' });
  });

  it('takes the answer that comes in time', async () => {
    const auth = fakeAuth();
    auth.signIn.mockResolvedValue({ outcome: 'signedIn', user: ANN });
    const port = portOf(auth, false);
    await port.prepare();
    expect(await port.signIn()).toEqual({ outcome: 'signedIn', user: ANN });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['auth/popup-closed-by-user', 'closed'],
  ['auth/user-cancelled', 'closed'],
  ['auth/popup-blocked', 'blocked'],
  ['auth/cancelled-popup-request', 'cancelled'],
  ['auth/unauthorized-domain', 'unauthorized'],
  ['auth/network-request-failed', 'unreachable'],
  ['auth/timeout', 'timedOut'],
  ['auth/internal-error', 'failed'],
])('%s is told as %s', (code, outcome) => {
  expect(signInFailure(Object.assign(new Error('no'), { code }))).toBe(outcome);
});

it.each([new Error('no'), null, 'no', { code: 7 }])('%s is a failure like any other', (error) => {
  expect(signInFailure(error)).toBe('failed');
});
