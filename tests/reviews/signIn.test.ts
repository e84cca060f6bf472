import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OpenAuth } from '../../src/reviews/googleSignIn';
import { signInFailure } from '../../src/signIn/signInFailure';
import { createAuthPort } from '../../src/reviews/signIn';
import { readConfig } from '../../src/firebase/config';
import type { SignInOutcome, SignedInUser } from '../../src/domain/types';
import { eventually } from '../support/eventually';

const ANN = { uid: 'ann', googleId: '1', name: 'Ann' };

/** Signing in with a Firebase Auth whose events come from the test. */
function createScene(tokenSyncUrl?: string) {
  const log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
  const auth = {
    tell: vi.fn<(user: SignedInUser | null) => void>(),
    tellToken: vi.fn<(idToken: string | null) => void>(),
    signIn: vi.fn(() => new Promise<SignInOutcome>(() => undefined)),
  };
  const openAuth = vi.fn(async (): Promise<OpenAuth> => ({
    onUser: (onUser) => {
      auth.tell.mockImplementation(onUser);
      onUser(null);
    },
    onToken: (onToken) => void auth.tellToken.mockImplementation(onToken),
    signIn: auth.signIn,
    signOut: async () => undefined,
    renewToken: async () => undefined,
  }));
  const load = async () => ({ openAuth });
  const config = readConfig({}, 'localhost');
  return {
    log,
    auth,
    openAuth,
    port: createAuthPort(config, tokenSyncUrl, load),
  };
}

describe('signing in', () => {
  it('opens Firebase Auth once, however often it is prepared', async () => {
    const { openAuth, port } = createScene();
    expect(openAuth).not.toHaveBeenCalled();
    await Promise.all([port.prepare(), port.prepare(), port.signOut()]);
    expect(openAuth).toHaveBeenCalledOnce();
  });

  it('tells the user to everybody who listens, before and after it is known', async () => {
    const { auth, port } = createScene();
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

  it('opens the popup within the click once Auth has loaded', async () => {
    const { auth, port } = createScene();
    await port.prepare();
    void port.signIn();
    expect(auth.signIn).toHaveBeenCalledOnce();
  });

  it('reports and logs that Auth does not load, and tries again the next time', async () => {
    const { openAuth, port, log } = createScene();
    openAuth.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    openAuth.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(port.prepare()).rejects.toThrow('Failed to fetch');
    expect(await port.signIn()).toEqual({ outcome: 'unreachable' });
    expect(log).toHaveBeenCalledOnce();
    await port.prepare();
    expect(openAuth).toHaveBeenCalledTimes(3);
  });
});

describe('sending the token to the owner’s server', () => {
  const tokenSyncUrl = 'https://sync.example/token';
  const fetched = vi.spyOn(globalThis, 'fetch');
  afterEach(() => void fetched.mockReset());

  it('posts it once for each change', async () => {
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    const { auth, port, log } = createScene(tokenSyncUrl);
    await port.prepare();
    for (const token of [null, 'a', 'a', 'b', null, 'b']) auth.tellToken(token);
    const bearers = fetched.mock.calls.map(([, init]) =>
      new Headers(init?.headers).get('authorization'),
    );
    expect(bearers).toEqual(['Bearer a', 'Bearer b', 'Bearer b']);
    expect(fetched.mock.calls[0]).toMatchObject([
      tokenSyncUrl,
      { method: 'POST', keepalive: true },
    ]);
    expect(log).not.toHaveBeenCalled();
  });

  it('logs a failure without the token, and goes on with the next change', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetched.mockResolvedValueOnce(new Response(null, { status: 500 }));
    fetched.mockResolvedValueOnce(new Response(null, { status: 200 }));
    const { auth, port, log } = createScene(tokenSyncUrl);
    await port.prepare();
    for (const token of ['secret-1', 'secret-2', 'secret-3']) auth.tellToken(token);
    await eventually(() => expect(log).toHaveBeenCalledTimes(2));
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(JSON.stringify(log.mock.calls)).toContain('500');
    expect(JSON.stringify(log.mock.calls)).not.toContain('secret');
  });

  it('does nothing where no address is configured', async () => {
    const { auth, port } = createScene();
    await port.prepare();
    auth.tellToken('a');
    expect(fetched).not.toHaveBeenCalled();
  });
});

it.each([
  [{ code: 'auth/popup-closed-by-user' }, 'closed'],
  [{ code: 'auth/user-cancelled' }, 'closed'],
  [{ code: 'auth/popup-blocked' }, 'blocked'],
  [{ code: 'auth/cancelled-popup-request' }, 'cancelled'],
  [{ code: 'auth/unauthorized-domain' }, 'unauthorized'],
  [{ code: 'auth/user-disabled' }, 'disabled'],
  [{ code: 'auth/network-request-failed' }, 'unreachable'],
  [{ code: 'auth/timeout' }, 'unreachable'],
  [{ code: 'auth/internal-error' }, 'failed'],
  [new Error('no'), 'failed'],
  [null, 'failed'],
  ['no', 'failed'],
  [{ code: 7 }, 'failed'],
])('the sign-in error %j is shown as %s', (error, outcome) => {
  expect(signInFailure(error)).toBe(outcome);
});
