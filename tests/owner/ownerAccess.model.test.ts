// The owner's sign-in: its scenarios execute every state and transition.
import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { ownerAccess, type AccessEvent } from '../../machines/ownerAccess';
import { assertComplete } from '../support/machineCoverage';
import { done, drive, failed, withoutEffects } from '../support/machinePaths';

const ANN = { uid: 'ann', email: 'ann@example.com' };
const SAM = { uid: 'sam', email: 'sam@example.com' };

const account = (account: typeof ANN | null): AccessEvent => ({ type: 'account.changed', account });
const ownership = (isOwner: boolean): AccessEvent => ({ type: 'ownership.changed', isOwner });
const UNREAD: AccessEvent = { type: 'ownership.failed' };
const SIGN_IN: AccessEvent = { type: 'signIn.clicked' };
const SIGN_OUT: AccessEvent = { type: 'signOut.clicked' };
const ENDED: AccessEvent = { type: 'session.ended' };
const ASK: AccessEvent = { type: 'ask.clicked' };
const MY_PHONE: AccessEvent = { type: 'phone.chosen', isMine: true };
const SIGNED_IN = done('signIn', { outcome: 'signedIn', account: ANN });

/** What holds in every state. */
function check({ value, context }: AnyMachineSnapshot) {
  if (value === 'signedOut' || value === 'signingIn') expect(context.account).toBeNull();
  if (typeof value === 'object') expect(context.account).toBeTruthy();
}

function start(...events: Parameters<ReturnType<typeof drive>['run']>) {
  const access = drive(withoutEffects(ownerAccess), { check });
  access.run(...events);
  return { ...access, problem: () => access.context().problem as string | null };
}

const OWNER = { signedIn: 'owner' };
const ASKING = { signedIn: 'asking' };

/** The page, open for Ann. */
function open() {
  const access = start(account(ANN));
  expect(access.run(ownership(true))).toEqual(OWNER);
  return access;
}

it('nothing is shown before it is known who is signed in and whether that is an owner', () => {
  const { run, inputOf } = start();
  expect(run()).toBe('checking');
  expect(run(account(ANN))).toEqual(ASKING);
  expect(inputOf('followOwnership')).toEqual({ account: ANN });
  expect(run(ownership(false))).toEqual({ signedIn: 'notOwner' });
});

describe('the open page', () => {
  it('closes when the ownership goes, and opens when it comes', () => {
    const { run, child } = open();
    const followed = child('followOwnership');
    expect(run(ownership(false))).toEqual({ signedIn: 'notOwner' });
    expect(run(ownership(true))).toEqual(OWNER);
    expect(child('followOwnership')).toBe(followed);
  });

  it('closes when nobody can say whose it is, and asks again on a press', () => {
    for (const unread of [UNREAD, failed('followOwnership')]) {
      const { run, child } = open();
      const followed = child('followOwnership');
      expect(run(unread)).toEqual({ signedIn: 'unanswered' });
      expect(run(ASK)).toEqual(ASKING);
      expect(child('followOwnership')).not.toBe(followed);
      expect(run(ownership(true))).toEqual(OWNER);
    }
  });

  it('stays open where a write was refused, until it is known whose it is', () => {
    const { run } = open();
    expect(run({ type: 'write.refused' })).toEqual(OWNER);
    expect(run(ownership(false), { type: 'write.refused' })).toEqual({ signedIn: 'notOwner' });
  });

  it('stays open when Auth names the same account again', () => {
    const { run, child } = open();
    const followed = child('followOwnership');
    expect(run(account({ ...ANN }))).toEqual(OWNER);
    expect(child('followOwnership')).toBe(followed);
  });

  it('closes with a word when Auth ends the session by itself', () => {
    const { run, problem } = open();
    expect(run(account(null))).toBe('signedOut');
    expect(problem()).toBe('sessionEnded');
  });

  it('closes with a word when a write finds that the session is over, and signs out', () => {
    const { run, problem } = open();
    expect(run(ENDED)).toBe('signingOut');
    expect(run(account(null), done('signOut'))).toBe('signedOut');
    expect(problem()).toBe('sessionEnded');
    run(SIGN_IN);
    expect(problem()).toBeNull();
  });
});

describe('signing in', () => {
  const signingIn = (...before: AccessEvent[]) => start(account(null), ...before, SIGN_IN);

  it('asks whether the account is an owner’s', () => {
    const { run } = signingIn();
    expect(run(SIGNED_IN)).toEqual(ASKING);
    expect(run(account(ANN))).toEqual(ASKING);
  });

  it('opens another popup on a second click, and its outcome counts', () => {
    const { run, child, problem } = signingIn();
    const first = child('signIn');
    run(SIGN_IN);
    expect(child('signIn')).not.toBe(first);
    expect(run(done('signIn', { outcome: 'blocked' }))).toBe('signedOut');
    expect(problem()).toBe('blocked');
  });

  it.each(['closed', 'blocked', 'unauthorized', 'disabled', 'unreachable', 'failed'])(
    'says that it was %s and offers it again',
    (outcome) => {
      const { run, problem } = signingIn();
      expect(run(done('signIn', { outcome }))).toBe('signedOut');
      expect(problem()).toBe(outcome);
      expect(run(SIGN_IN)).toBe('signingIn');
      expect(problem()).toBeNull();
    },
  );

  it('that breaks says so and offers it again', () => {
    const { run, problem } = signingIn();
    expect([run(failed('signIn')), problem()]).toEqual(['signedOut', 'failed']);
  });

  it('accepts a sign-in that arrives late', () => {
    const { run, problem } = signingIn();
    expect(run(done('signIn', { outcome: 'closed' }), account(ANN))).toEqual(ASKING);
    expect(problem()).toBeNull();
  });
});

describe('signing out', () => {
  it('lets the next person at this phone choose anew how long a session lasts', () => {
    const { run, context, problem } = start(account(null), MY_PHONE, SIGN_IN, SIGNED_IN);
    run(ownership(true), SIGN_OUT, account(null), done('signOut'));
    expect([context().isMyPhone, problem()]).toEqual([false, null]);
  });

  it('that has failed says so, and asks again who is an owner', () => {
    const { run, problem } = open();
    expect(run(SIGN_OUT, failed('signOut'))).toEqual(ASKING);
    expect(problem()).toBe('signOutFailed');
    run(ownership(true), SIGN_OUT);
    expect(problem()).toBeNull();
  });

  it('gives way to another account that has signed in meanwhile', () => {
    const { run } = open();
    expect(run(SIGN_OUT, account(SAM))).toEqual(ASKING);
  });
});

it('the scenarios execute every state and transition', () => assertComplete(ownerAccess));
