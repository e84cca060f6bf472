import { model } from './model';

/** A work's page, by what its review area shows. */
export const work = model.createStateConfig({
  initial: 'offered',
  states: {
    /** Signed out: signing in is offered. */
    offered: {
      id: 'offered',
      on: {
        'signIn.pressed': { guard: 'isOnline', target: 'choosing' },
        'form.opened': '#overWork',
        'home.opened': '#landing',
      },
    },
    /** The account chooser is open beside the page. */
    choosing: {
      on: {
        'account.chosen': [
          { guard: 'hasReviewed', target: 'thanked', actions: 'signIn' },
          { target: 'blank', actions: 'signIn' },
        ],
        'signIn.cancelled': 'declined',
      },
    },
    declined: { on: { 'signIn.pressed': { guard: 'isOnline', target: 'choosing' } } },
    blank: {
      on: {
        'review.sent': 'unrated',
        'review.written': 'written',
        'signOut.pressed': { guard: 'isOnline', target: 'offered', actions: 'signOut' },
        'home.opened': '#landing',
      },
    },
    /** Sent without stars: it is told, and nothing went out. */
    unrated: { on: { 'review.written': 'written' } },
    written: {
      on: {
        'review.sent': [{ guard: 'isOnline', target: 'posting' }, { target: 'notSent' }],
        'page.reloaded': { guard: 'isOnline', target: 'written', reenter: true },
      },
    },
    posting: {
      on: {
        'server.accepted': { target: 'thanked', actions: 'review' },
        'server.refused': 'refused',
      },
    },
    refused: {
      on: {
        'review.discarded': 'blank',
        'review.sent': { guard: 'isOnline', target: 'posting' },
      },
    },
    /** Kept in the form, and on the device, until it is accepted or discarded. */
    notSent: {
      on: {
        'review.sent': { guard: 'isOnline', target: 'posting' },
        'review.discarded': 'blank',
        'page.reloaded': { guard: 'isOnline', target: 'notSent', reenter: true },
      },
    },
    thanked: {
      on: {
        'signOut.pressed': { guard: 'isOnline', target: 'offered', actions: 'signOut' },
        'home.opened': '#landing',
      },
    },
  },
});
