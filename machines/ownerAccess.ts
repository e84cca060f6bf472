/**
 * The owner's page: who is signed in at it, and whether that account is an owner of the site.
 *
 *     checking ─┬─ signedOut ── signingIn ── checking
 *               └─ signedIn { asking ─┬─ owner
 *                                     ├─ notOwner
 *                                     └─ unanswered ── asking }
 *     signedIn ── signingOut ── checking
 *
 * `checking` shows nothing, because it is not known yet who is signed in. While somebody is, the page follows the
 * account's own document among the owners: it opens when that comes, and closes when it goes.
 * `src/owner/access/ownerAccessEffects.ts` provides the effects.
 */
import {
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { SignInFailure } from '../src/domain/types';
import { unprovidedIn } from './unprovided';

/** `email` is in lower case. */
export interface OwnerAccount {
  uid: string;
  email: string;
}

export type OwnerSignIn =
  { outcome: 'signedIn'; account: OwnerAccount } | { outcome: SignInFailure };

export type AccessProblem = Exclude<SignInFailure, 'cancelled'> | 'signOutFailed' | 'sessionEnded';

interface AccessContext {
  /** Who is signed in: null for nobody, undefined until Auth has said who is. */
  account: OwnerAccount | null | undefined;
  /** "This is my phone": the next session outlives the tab. */
  isMyPhone: boolean;
  problem: AccessProblem | null;
}

export type AccessEvent =
  | { type: 'account.changed'; account: OwnerAccount | null }
  | { type: 'ownership.changed'; isOwner: boolean }
  | { type: 'ownership.failed' }
  | { type: 'phone.chosen'; isMine: boolean }
  | { type: 'signIn.clicked' }
  | { type: 'signOut.clicked' }
  /** A write was refused because the sign-in is over. */
  | { type: 'session.ended' }
  /** The server's no to a write: the account may not be an owner any more. */
  | { type: 'write.refused' }
  | { type: 'ask.clicked' };

const unprovided = unprovidedIn('ownerAccess');

const access = setup({
  types: { context: {} as AccessContext, events: {} as AccessEvent },
  actors: {
    /** Sends `account.changed` once it is known who is signed in, and after every change. */
    watchAccount: fromCallback<AccessEvent>(unprovided('watchAccount')),
    /** Opens the popup, which must start within the click, or browsers block it. Never rejects. */
    signIn: fromPromise<OwnerSignIn, { isMyPhone: boolean }>(unprovided('signIn')),
    signOut: fromPromise<void>(unprovided('signOut')),
    /**
     * Sends `ownership.changed` as soon as there is an answer, and now and then from then on; or `ownership.failed` when there
     * is no first answer, or the server refuses one. Asks at once when it is sent `write.refused`.
     */
    followOwnership: fromCallback<AccessEvent, { account: OwnerAccount }>(
      unprovided('followOwnership'),
    ),
  },
  actions: {
    logFailure: unprovided('logFailure'),

    rememberAccount: assign(({ event, context: { problem } }) => {
      assertEvent(event, 'account.changed');
      return { account: event.account, problem: event.account ? null : problem };
    }),
    /** Whoever is next at this phone chooses anew. */
    markSignedOut: assign({ account: null, isMyPhone: false }),
    rememberPhone: assign(({ event }) => {
      assertEvent(event, 'phone.chosen');
      return { isMyPhone: event.isMine };
    }),
    rememberSignIn: assign((_, answer: OwnerSignIn) => {
      if (answer.outcome === 'signedIn') return { account: answer.account };
      return answer.outcome === 'cancelled' ? {} : { problem: answer.outcome };
    }),
    askAgain: sendTo('followOwnership', { type: 'write.refused' }),
    showProblem: assign((_, problem: AccessProblem) => ({ problem })),
    hideProblem: assign({ problem: null }),
  },
  guards: {
    isSignedOut: ({ context }) => context.account === null,
    hasAccount: ({ context }) => Boolean(context.account),
    isSameAccount: ({ context: { account }, event }) => {
      assertEvent(event, 'account.changed');
      return account !== undefined && account?.uid === event.account?.uid;
    },
    isNobody: ({ event }) => {
      assertEvent(event, 'account.changed');
      return event.account === null;
    },
    isOwner: ({ event }) => {
      assertEvent(event, 'ownership.changed');
      return event.isOwner;
    },
  },
});

const checking = access.createStateConfig({
  always: [
    { guard: 'isSignedOut', target: 'signedOut' },
    { guard: 'hasAccount', target: 'signedIn' },
  ],
});

const signedOut = access.createStateConfig({
  on: {
    'phone.chosen': { actions: 'rememberPhone' },
    'signIn.clicked': { target: 'signingIn', actions: 'hideProblem' },
  },
});

const signingIn = access.createStateConfig({
  invoke: {
    id: 'signIn',
    src: 'signIn',
    input: ({ context: { isMyPhone } }) => ({ isMyPhone }),
    onDone: {
      target: 'checking',
      actions: { type: 'rememberSignIn', params: ({ event }) => event.output },
    },
    onError: {
      target: 'checking',
      actions: [{ type: 'showProblem', params: 'failed' }, 'logFailure'],
    },
  },
  on: {
    // The button stays usable, because a closed popup is noticed late. A new popup replaces the old one.
    'signIn.clicked': { target: 'signingIn', reenter: true },
  },
});

const signedIn = access.createStateConfig({
  initial: 'asking',
  invoke: {
    id: 'followOwnership',
    src: 'followOwnership',
    input: ({ context }) => ({ account: context.account! }),
    onError: { target: '.unanswered', actions: 'logFailure' },
  },
  states: {
    asking: {},
    owner: { on: { 'write.refused': { actions: 'askAgain' } } },
    notOwner: {},
    unanswered: {},
  },
  on: {
    // Auth ends a session by itself: the account was disabled, or another tab has signed out.
    'account.changed': {
      guard: 'isNobody',
      target: 'signedOut',
      actions: ['markSignedOut', { type: 'showProblem', params: 'sessionEnded' }],
    },
    'ownership.changed': [{ guard: 'isOwner', target: '.owner' }, { target: '.notOwner' }],
    'ownership.failed': '.unanswered',
    'ask.clicked': { target: 'signedIn', reenter: true },
    'signOut.clicked': { target: 'signingOut', actions: 'hideProblem' },
    'session.ended': {
      target: 'signingOut',
      actions: { type: 'showProblem', params: 'sessionEnded' },
    },
  },
});

const signingOut = access.createStateConfig({
  invoke: {
    id: 'signOut',
    src: 'signOut',
    onDone: { target: 'checking', actions: 'markSignedOut' },
    onError: {
      target: 'checking',
      actions: [{ type: 'showProblem', params: 'signOutFailed' }, 'logFailure'],
    },
  },
  on: {
    // Auth says so before what was kept is cleared.
    'account.changed': { guard: 'isNobody', actions: 'rememberAccount' },
  },
});

export const ownerAccess = access.createMachine({
  id: 'ownerAccess',
  context: { account: undefined, isMyPhone: false, problem: null },
  initial: 'checking',
  states: { checking, signedOut, signingIn, signedIn, signingOut },
  invoke: { id: 'watchAccount', src: 'watchAccount' },
  on: {
    'account.changed': [
      { guard: 'isSameAccount', actions: 'rememberAccount' },
      { target: '.checking', actions: 'rememberAccount' },
    ],
  },
});

export type AccessSnapshot = SnapshotFrom<typeof ownerAccess>;
