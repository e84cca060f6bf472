// The review area with its effects, at ports that the test plays: who gets the form, and what of a text is sent.
import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { areaWithEffects, type ReviewPorts } from '../../src/reviews/reviewAreaEffects';

const ANN = { uid: 'ann', googleId: '1', name: 'Ann' };

/** The area of a work that Ann has opened; no list has a review of hers. */
function open({ text = '', hasReviewed = false }) {
  const posted: unknown[] = [];
  const ports: ReviewPorts = {
    auth: {
      prepare: async () => undefined,
      onUser(onUser) {
        onUser(ANN);
        return () => undefined;
      },
      signIn: async () => ({ outcome: 'cancelled' }),
      signOut: async () => undefined,
      uid: () => ANN.uid,
      renewToken: async () => undefined,
    },
    reviews: {
      hasReviewed: async (...who) => hasReviewed && who.join() === 'oak,1',
      async post(...review) {
        posted.push(review);
        return 'accepted';
      },
    },
    drafts: { load: () => ({ stars: 5, text, id: null, isRefused: false }), save: () => undefined },
  };
  const area = createActor(areaWithEffects(ports, 'oak')).start();
  area.send({ type: 'reviews.loaded', authors: [] });
  return { area, posted };
}

it.each([
  ['spaces and line breaks', ' \n \u00a0', ''],
  ['what nobody sees', '\u200b\ufeff', ''],
  ['half an emoji', 'Good \ud83d', 'Good \ufffd'],
  ['a text with room around it', '\n Two\n\nlines 👩🏽‍🔧 ', 'Two\n\nlines 👩🏽‍🔧'],
])('of %s is sent what can be read', async (_, text, sent) => {
  const { area, posted } = open({ text });
  await waitFor(area, ({ value }) => value === 'writing');
  area.send({ type: 'review.submitted', id: 'abcdefghij' });
  await waitFor(area, ({ value }) => value === 'thanked');
  expect(posted).toEqual([['oak', { id: 'abcdefghij', user: 'ann', stars: 5, text: sent }, '1']]);
  area.stop();
});

it('a visitor whose review stands under an earlier account is thanked, and gets no form', async () => {
  const { area } = open({ hasReviewed: true });
  const opened = await waitFor(area, ({ value }) => value === 'thanked' || value === 'writing');
  expect(opened.value).toBe('thanked');
  area.stop();
});
