/** Reviews as the page sends them: light, loads Firestore Lite (reviews.ts) with the first use. */
import { log } from '../domain/log';
import type { ReviewPort } from '../domain/ports';
import type { BackendConfig } from './config';
import { importOnce } from '../domain/promises';

const load = () => import('./reviews');

/** Code that cannot be loaded counts as a server that cannot be reached. */
export function createReviewGateway(
  config: BackendConfig,
  loadReviews: () => Promise<Pick<Awaited<ReturnType<typeof load>>, 'openReviews'>> = load,
): ReviewPort {
  const opened = importOnce(loadReviews, ({ openReviews }) => openReviews(config));
  return {
    hasReviewed: async (workId, uid) => (await opened()).hasReviewed(workId, uid),
    async post(workId, review) {
      try {
        return await (await opened()).post(workId, review);
      } catch (error) {
        log('The review could not be sent.', error);
        return 'unreachable';
      }
    },
  };
}
