/** What the journey of a visitor is told in: its events, what is remembered of them, and what is asked. */
import { and, assign, not, or, setup, stateIn, type MachineContext } from 'xstate';

/** What the visitor does. */
type VisitorEvent =
  /** `missing`: the address of a work that does not exist. */
  | `${'work' | 'missing' | 'home'}.opened`
  | 'page.reloaded'
  | `form.${'opened' | 'closed' | 'written' | 'sent'}`
  | 'picture.added'
  | `clear.${'pressed' | 'confirmed' | 'declined'}`
  | `${'direct' | 'continue'}.pressed`
  | `replacement.${'confirmed' | 'declined'}`
  | `list.${'opened' | 'closed'}`
  | `${'try' | 'edit'}.pressed`
  | `delete.${'pressed' | 'confirmed' | 'declined'}`
  | `signIn.${'pressed' | 'cancelled'}`
  | 'signOut.pressed'
  | 'account.chosen'
  | `review.${'written' | 'sent' | 'discarded'}`;

/** What happens around the visitor. */
type WorldEvent =
  | `connection.${'lost' | 'back'}`
  /** … and the server refuses what comes with it. */
  | 'connection.back.refusing'
  /** `overloaded`, 503: it wants to be left alone for an hour. */
  | `server.${'accepted' | 'refused' | 'overloaded'}`
  | 'pictures.arrived'
  /** Nothing more can be saved on the device. */
  | 'device.filled'
  /** A new version of the site is on the host. */
  | 'release.published'
  /** The owner has raised the version that clients must have. */
  | 'version.raised'
  | 'countdown.ended';

export type JourneyEvent = { type: VisitorEvent | WorldEvent };

/** What the visitor's device and the site remember, beside what is on the screen. */
interface JourneyContext {
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
  isMoving,
  ...[
    'updating',
    { work: 'choosing' },
    { work: 'posting' },
    { list: 'asking' },
    { request: 'direct' },
    ...['clearing', 'cramped', 'full', 'held'].map((editing) => ({ request: { editing } })),
  ].map((screen) => stateIn({ screen })),
]);

const guards = {
  isOnline,
  isCalm: not(isBusy),
  /** No pictures go out behind the closed form. */
  isQuiet: not(isMoving),
  isQuietOnline,
  isMoving,
  isRefused,
  isRefusedBesideOwn: and([isRefused, remembered(({ draft }) => draft === 'own')]),
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

export const model = setup({
  types: { context: {} as JourneyContext, events: {} as JourneyEvent },
  guards,
  actions: {
    write: assign({ draft: 'own' }),
    takeBack: assign({ draft: 'refused' }),
    forget: assign({ draft: 'none' }),
    /** What was taken back from a record is the visitor's own once that is deleted. */
    cutLoose: assign({ draft: ({ context }) => (context.draft === 'none' ? 'none' : 'own') }),
    signIn: assign({ isSignedIn: true }),
    signOut: assign({ isSignedIn: false }),
    review: assign({ hasReviewed: true }),
    fallBehind: assign({ isBehind: true }),
  },
});
