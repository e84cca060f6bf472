import { fromCallback, fromPromise } from 'xstate';
import { reviewArea, type ReviewAreaEvent } from '../../machines/reviewArea';
import { cleanText } from '../domain/cleanText';
import { wellFormed } from '../domain/validation';
import { readConfig, type BackendConfig } from '../firebase/config';
import { log } from '../lib/log';
import { network } from '../lib/network';
import { createReviewDrafts, type ReviewDrafts } from './reviewDrafts';
import type { AuthPort, PostingPort, Session } from './port';
import { createAuthPort } from './signIn';
import { importOnce } from '../lib/promises';

export interface ReviewPorts {
  auth: AuthPort;
  reviews: PostingPort;
  drafts: ReviewDrafts;
}

/** Throws `ConfigError` when the build is misconfigured. */
export function createReviewPorts(): ReviewPorts {
  const config = readConfig(import.meta.env, location.hostname);
  const tokenSyncUrl = import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined;
  const auth = createAuthPort(config, tokenSyncUrl);
  return {
    auth,
    reviews: createPostingPort(config, auth),
    drafts: createReviewDrafts(),
  };
}

export function areaWithEffects({ auth, reviews, drafts }: ReviewPorts, workId: string) {
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
        // Tries again after a failure offline. It does nothing if the code has already loaded.
        const stopFollowing = network.follow((isBack) => isBack && prepare());
        return () => {
          stop();
          stopFollowing();
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
        return drafts.load(workId, user);
      }),
      post: fromPromise(({ input: { user, review } }) => {
        const { id, stars, text } = review;
        // A review's text is cleaned as a description is: only what somebody can read is sent.
        const readable = wellFormed(cleanText('description', text));
        const written = { id: id!, user: user.uid, stars, text: readable };
        return reviews.post(workId, written, user.googleId);
      }),
    },
    actions: {
      saveReview: ({ context }) => drafts.save(workId, context.writer!, context.review),
      logFailure: ({ event }) =>
        log('The review area has failed.', 'error' in event && event.error),
    },
  });
}

const load = () => import('./postReview');

/** Loads the code that posts at the first use. If it does not load, the server counts as unreachable. */
export function createPostingPort(
  config: BackendConfig,
  session: Session,
  loadReviews: () => Promise<Pick<Awaited<ReturnType<typeof load>>, 'openReviews'>> = load,
): PostingPort {
  const opened = importOnce(loadReviews, ({ openReviews }) => openReviews(config, session));
  return {
    hasReviewed: async (workId, googleId) => (await opened()).hasReviewed(workId, googleId),
    async post(...review) {
      try {
        return await (await opened()).post(...review);
      } catch (error) {
        log('The review could not be sent.', error);
        return 'unreachable';
      }
    },
  };
}
