/** What the journey of a visitor is told in: its events, and what is remembered of them. */
import { assign, setup } from 'xstate';
import { guards, type JourneyContext } from './guards';

/** What the visitor does. */
type VisitorEvent =
  | 'work.opened'
  /** The address of a work that does not exist. */
  | 'missing.opened'
  | 'home.opened'
  | 'page.reloaded'
  | 'form.opened'
  | 'form.closed'
  | 'form.written'
  | 'form.sent'
  | 'picture.added'
  | 'clear.pressed'
  | 'clear.confirmed'
  | 'clear.declined'
  | 'direct.pressed'
  | 'continue.pressed'
  | 'replacement.confirmed'
  | 'replacement.declined'
  | 'list.opened'
  | 'list.closed'
  | 'try.pressed'
  | 'edit.pressed'
  | 'delete.pressed'
  | 'delete.confirmed'
  | 'delete.declined'
  | 'signIn.pressed'
  | 'signOut.pressed'
  | 'account.chosen'
  | 'signIn.cancelled'
  | 'review.written'
  | 'review.sent'
  | 'review.discarded';

/** What happens around the visitor. */
type WorldEvent =
  | 'connection.lost'
  | 'connection.back'
  /** … and the server refuses what comes with it. */
  | 'connection.back.refusing'
  | 'server.accepted'
  | 'server.refused'
  /** 503: it wants to be left alone for an hour. */
  | 'server.overloaded'
  | 'pictures.arrived'
  /** Nothing more can be saved on the device. */
  | 'device.filled'
  /** A new version of the site is on the host. */
  | 'release.published'
  /** The owner has raised the version that clients must have. */
  | 'version.raised'
  | 'countdown.ended';

export type JourneyEvent = { type: VisitorEvent | WorldEvent };

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
