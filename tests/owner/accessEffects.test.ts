// The sign-in of the owner's page with its effects, over a session that the test plays.
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { OwnerAccount } from '../../machines/ownerAccess';
import { accessWithEffects } from '../../src/owner/access/ownerAccessEffects';
import type { OwnerSession } from '../../src/owner/access/ownerSession';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';

const ANN = { uid: 'ann', email: 'ann@example.com' };
const SAM = { uid: 'sam', email: 'sam@example.com' };

function open() {
  const log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
  const session = {
    tell: undefined as unknown as (account: OwnerAccount | null) => void,
    signIn: vi.fn<OwnerSession['signIn']>(() => new Promise(() => undefined)),
    signOut: vi.fn(async () => undefined),
    /** Whose documents are followed now, and how to answer. */
    followed: new Map<string, { answer(isOwner: boolean): void; fail(): void }>(),
  };
  const look = vi.fn(async () => undefined);
  /** Whether the lists' first pages are asked for. */
  const firstReads = { isAsked: false };
  const machine = accessWithEffects({
    session: {
      ...session,
      onAccount(onAccount) {
        session.tell = onAccount;
        return () => {
          session.tell = () => undefined;
        };
      },
    },
    firstReads: {
      ask() {
        firstReads.isAsked = true;
      },
      forget() {
        firstReads.isAsked = false;
      },
    },
    followOwnership(email, answer, fail) {
      session.followed.set(email, { answer, fail });
      return { look, stop: () => void session.followed.delete(email) };
    },
  });
  const actor = createActor(machine).start();
  const value = () => actor.getSnapshot().value;
  const problem = () => actor.getSnapshot().context.problem;
  return { log, session, look, firstReads, actor, value, problem };
}

it('asks for the document of whoever is signed in, and for no other, and again where a write was refused', () => {
  const { session, value, actor, look } = open();
  expect(value()).toBe('checking');
  session.tell(ANN);
  expect([...session.followed.keys()]).toEqual(['ann@example.com']);
  session.followed.get('ann@example.com')!.answer(true);
  expect(value()).toEqual({ signedIn: 'owner' });
  expect(look).not.toHaveBeenCalled();
  actor.send({ type: 'write.refused' });
  expect(look).toHaveBeenCalledOnce();
  session.tell(SAM);
  expect([...session.followed.keys()]).toEqual(['sam@example.com']);
  expect(value()).toEqual({ signedIn: 'asking' });
  session.followed.get('sam@example.com')!.fail();
  expect(value()).toEqual({ signedIn: 'unanswered' });
  actor.stop();
  expect([...session.followed.keys()]).toEqual([]);
});

it('asks for the lists as soon as somebody is signed in, and forgets them with the account', () => {
  const { session, firstReads, value, actor } = open();
  session.tell(null);
  expect(firstReads.isAsked).toBe(false);
  session.tell(ANN);
  expect(value()).toEqual({ signedIn: 'asking' });
  expect(firstReads.isAsked).toBe(true);
  actor.send({ type: 'signOut.clicked' });
  expect(firstReads.isAsked).toBe(false);
});

it('opens the popup within the click, for as long as the box says, and another one at a second click', () => {
  const { session, actor } = open();
  session.tell(null);
  actor.send({ type: 'phone.chosen', isMine: true });
  actor.send({ type: 'signIn.clicked' });
  expect(session.signIn.mock.calls).toEqual([[true]]);
  actor.send({ type: 'signIn.clicked' });
  expect(session.signIn.mock.calls).toEqual([[true], [true]]);
});

it('waits until what was kept of the session is cleared', async () => {
  const { session, value, actor, log, problem } = open();
  session.tell(ANN);
  const cleared = deferred<undefined>();
  session.signOut.mockReturnValueOnce(cleared.promise);
  actor.send({ type: 'signOut.clicked' });
  session.tell(null);
  expect(value()).toBe('signingOut');
  expect([...session.followed.keys()]).toEqual([]);
  cleared.resolve(undefined);
  await eventually(() => expect(value()).toBe('signedOut'));

  session.tell(ANN);
  const error = new Error('The storage is broken.');
  session.signOut.mockRejectedValueOnce(error);
  actor.send({ type: 'signOut.clicked' });
  await eventually(() => expect(problem()).toBe('signOutFailed'));
  expect(log.mock.calls.flat()).toContain(error);
});
