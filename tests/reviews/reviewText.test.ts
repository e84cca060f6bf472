// What of a review's text is sent.
import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { areaWithEffects, type ReviewPorts } from '../../src/reviews/reviewAreaEffects';

const ANN = { uid: 'ann', googleId: '1', name: 'Ann' };

it.each([
  ['spaces and line breaks', ' \n \u00a0', ''],
  ['what nobody sees', '\u200b\ufeff', ''],
  ['half an emoji', 'Good \ud83d', 'Good \ufffd'],
  ['a text with room around it', '\n Two\n\nlines 👩🏽‍🔧 ', 'Two\n\nlines 👩🏽‍🔧'],
])('of %s is sent what can be read', async (_, text, sent) => {
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
      hasReviewed: async () => false,
      async post(...review) {
        posted.push(review);
        return 'accepted';
      },
    },
    drafts: { load: () => ({ stars: 5, text, id: null, isRefused: false }), save: () => undefined },
  };
  const area = createActor(areaWithEffects(ports, 'oak')).start();
  area.send({ type: 'reviews.loaded', authors: [] });
  await waitFor(area, ({ value }) => value === 'writing');
  area.send({ type: 'review.submitted', id: 'abcdefghij' });
  await waitFor(area, ({ value }) => value === 'thanked');
  expect(posted).toEqual([['oak', { id: 'abcdefghij', user: 'ann', stars: 5, text: sent }, '1']]);
  area.stop();
});
