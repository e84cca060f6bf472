/**
 * The small part of posting reviews. It loads the large part (postReview.ts with Firestore Lite) on first
 * use.
 */
import { log } from '../lib/log';
import type { PostingPort, Session } from './ports';
import type { BackendConfig } from '../firebase/config';
import { importOnce } from '../lib/promises';

const load = () => import('./postReview');

/** If the code cannot be loaded, the server counts as unreachable. */
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
