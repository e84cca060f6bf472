import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenAuth } from '../../../src/backend/auth';
import { createAuthPort } from '../../../src/backend/authPort';
import { readConfig } from '../../../src/backend/config';
import type { SignInOutcome } from '../../../src/domain/ports';
import type { SignedInUser } from '../../../src/domain/types';

const CONFIG = readConfig({}, 'localhost');
const ANN = { uid: 'ann', name: 'Ann' };

function fakeAuth() {
  let tell: (user: SignedInUser | null) => void = () => undefined;
  const signIn = vi.fn(() => new Promise<SignInOutcome>(() => undefined));
  const open = vi.fn(async (): Promise<OpenAuth> => ({
    onUser: (onUser) => {
      tell = onUser;
      onUser(null);
    },
    onToken: () => undefined,
    signIn,
    signOut: async () => undefined,
  }));
  return { open, signIn, tell: (user: SignedInUser | null) => tell(user) };
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
