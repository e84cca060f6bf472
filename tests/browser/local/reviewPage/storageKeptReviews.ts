import type { KeptReview, KeptReviewStore } from '../../../../src/domain/keptReviews';

/** Kept reviews in local storage: enough for a page that stands for the site. */
export function createStorageKeptReviews(): KeptReviewStore {
  const NAME = 'kept-reviews';
  const load = () => JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, KeptReview>;
  const save = (reviews: Record<string, KeptReview>) =>
    localStorage.setItem(NAME, JSON.stringify(reviews));
  return {
    put: async (review) => save({ ...load(), [review.key]: review }),
    get: async (key) => load()[key],
    all: async () => Object.values(load()),
    async remove(key) {
      const { [key]: _, ...others } = load();
      save(others);
    },
  };
}
