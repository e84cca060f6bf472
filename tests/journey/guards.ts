/** What the journey's transitions ask. */
import { and, not, or, stateIn, type MachineContext } from 'xstate';

/** What the visitor's device and the site remember, beside what is on the screen. */
export interface JourneyContext {
  /** What the form keeps: nothing, the visitor's own words, or a refused request to be sent again. */
  draft: 'none' | 'own' | 'refused';
  isSignedIn: boolean;
  hasReviewed: boolean;
  /** The version was raised beyond what the host serves, and the page has reloaded for it. */
  isBehind: boolean;
}

/** A guard on what is remembered; xstate's `and` and `or` do not know the machine's context. */
const remembered =
  (isSo: (context: JourneyContext) => boolean) =>
  ({ context }: { context: MachineContext }) =>
    isSo(context as unknown as JourneyContext);

const isOnline = stateIn({ network: 'online' });
const isMoving = stateIn({ outbox: 'moving' });
const isQuietOnline = and([not(isMoving), isOnline]);
const isUnreached = or([stateIn({ outbox: 'waiting' }), stateIn({ outbox: 'partly' })]);
const isRefused = stateIn({ outbox: 'refused' });
const hasDraft = remembered(({ draft }) => draft !== 'none');

/** One request at a time: another may go only when it takes the place of the refused one. */
const hasPlace = or([
  stateIn({ outbox: 'empty' }),
  and([isRefused, remembered(({ draft }) => draft === 'refused')]),
]);
const isReady = stateIn({ screen: { request: { editing: 'ready' } } });

/** What this model does not mix with a change of the network. */
const isBusy = or([
  stateIn({ screen: { work: 'choosing' } }),
  stateIn({ screen: { work: 'posting' } }),
  stateIn({ screen: { request: 'direct' } }),
  stateIn({ screen: { request: { editing: 'clearing' } } }),
  stateIn({ screen: { request: { editing: 'cramped' } } }),
  stateIn({ screen: { request: { editing: 'full' } } }),
  stateIn({ screen: { request: { editing: 'held' } } }),
  stateIn({ screen: { list: 'asking' } }),
  stateIn({ screen: 'updating' }),
  isMoving,
]);

export const guards = {
  isOnline,
  isCalm: not(isBusy),
  /** No pictures go out behind the closed form. */
  isQuiet: not(isMoving),
  isQuietOnline,
  isMoving,
  isRefused,
  isRefusedBesideDraft: and([isRefused, hasDraft]),
  isUnreached,
  isPostponedInList: and([
    stateIn({ outbox: 'postponed' }),
    stateIn({ screen: { list: 'open' } }),
    isOnline,
  ]),
  isAsking: stateIn({ screen: { list: 'asking' } }),
  isLanding: stateIn({ screen: 'landing' }),
  isCreating: stateIn({ screen: { request: 'creating' } }),
  isUploading: stateIn({ screen: { request: 'uploading' } }),
  hasDraft,
  hasWaiting: not(stateIn({ outbox: 'empty' })),
  mayBeSentNow: and([isOnline, isReady, hasPlace]),
  /** Sent offline: saved on the device. */
  mayBeKept: and([not(isOnline), isReady, hasPlace]),
  mayBeDeleted: or([stateIn({ outbox: 'waiting' }), stateIn({ outbox: 'postponed' }), isRefused]),
  /** Exactly one thing goes out when the network is back, and the screen shows its refusal. */
  mayBeRefused: and([
    stateIn({ outbox: 'waiting' }),
    or([stateIn({ screen: 'landing' }), stateIn({ screen: { list: 'open' } })]),
  ]),
  mayBeUpdated: and([isQuietOnline, remembered(({ isBehind }) => !isBehind)]),
  hasReviewed: remembered(({ hasReviewed }) => hasReviewed),
  isUnknownOnline: and([isQuietOnline, remembered(({ isSignedIn }) => !isSignedIn)]),
  isReviewerOnline: and([isQuietOnline, remembered(({ hasReviewed }) => hasReviewed)]),
};
