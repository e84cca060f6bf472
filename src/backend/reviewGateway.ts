/** Reviews as the page sends them: light, loads Firestore Lite (reviews.ts) with the first use. */
import type { BackendConfig } from './config';
import { importAgain } from './importAgain';
import type { OpenReviews } from './reviews';
import type { Log } from './tokenSync';

const openLazily = async (config: BackendConfig): Promise<OpenReviews> =>
  (await importAgain(() => import('./reviews'))).openReviews(config);

/** Code that cannot be loaded counts as a server that cannot be reached. */
export function createReviewGateway(
  config: BackendConfig,
  log: Log,
  open: typeof openLazily = openLazily,
): OpenReviews {
  let opening: Promise<OpenReviews> | undefined;
  const opened = () => {
    opening ??= open(config).catch((error: unknown) => {
      // A failed load may be repeated.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async create(review) {
      try {
        return await (await opened()).create(review);
      } catch (error) {
        log('The review could not be sent.', error);
        return 'unreachable';
      }
    },
    hasReviewed: async (workId, uid) => (await opened()).hasReviewed(workId, uid),
  };
}
