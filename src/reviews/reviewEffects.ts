/** What the review area's machine names: sign-in, the server, and the device that keeps what is typed. */
import { fromCallback, fromPromise } from 'xstate';
import { reviewArea, type ReviewAreaEvent } from '../../machines/reviewArea';
import { readConfig } from '../firebase/config';
import { log } from '../lib/log';
import { createKeptReviews, type KeptReviews } from './keptReviews';
import type { AuthPort, ReviewPort } from './ports';
import { createReviewGateway } from './reviewGateway';
import { createAuthPort } from './signIn';

interface ReviewPorts {
  auth: AuthPort;
  reviews: ReviewPort;
  kept: KeptReviews;
}

let opened: ReviewPorts | undefined;

/** This page's one sign-in, its server and its device. Throws `ConfigError`. */
function ports(): ReviewPorts {
  const config = readConfig(import.meta.env, location.hostname);
  opened ??= {
    auth: createAuthPort(config, import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined),
    reviews: createReviewGateway(config),
    kept: createKeptReviews(),
  };
  return opened;
}

/** The machine of one work's review area, with its effects. */
export function areaWithEffects(workId: string) {
  const { auth, reviews, kept } = ports();
  return reviewArea.provide({
    actors: {
      watchUser: fromCallback<ReviewAreaEvent>(({ sendBack }) => {
        const stop = auth.onUser((user) => sendBack({ type: 'user.changed', user }));
        const prepare = () => {
          auth.prepare().catch((error: unknown) => {
            log('Sign-in could not be loaded.', error);
            sendBack({ type: 'auth.unavailable' });
          });
        };
        prepare();
        // Loading what is loaded does nothing; what failed offline is tried again.
        window.addEventListener('online', prepare);
        return () => {
          stop();
          window.removeEventListener('online', prepare);
        };
      }),
      signIn: fromPromise(() => auth.signIn()),
      signOut: fromPromise<void>(() => auth.signOut()),
      openReview: fromPromise(async ({ input: { user } }) => {
        try {
          if (await reviews.hasReviewed(workId, user.googleId)) return null;
        } catch (error) {
          log('Whether this user has reviewed the work could not be read.', error);
        }
        return kept.load(workId, user.uid);
      }),
      post: fromPromise(({ input: { user, review } }) => {
        const { id, stars, text } = review;
        return reviews.post(workId, { id: id!, user: user.uid, stars, text }, user.googleId);
      }),
    },
    actions: {
      saveReview: ({ context }) => kept.save(workId, context.writerUid!, context.review),
      logFailure: ({ event }) =>
        log('The review area has failed.', 'error' in event && event.error),
    },
  });
}
