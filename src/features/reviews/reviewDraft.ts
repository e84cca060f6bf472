import { MAX_REVIEW_TEXT, MAX_STARS } from '../../domain/limits';
import type { NewReview } from '../../domain/ports';

/** What is being written survives a reload of the tab (an update of the app, a sign-in on iOS). */
export interface ReviewDrafts {
  load(workId: string): NewReview;
  save(workId: string, review: NewReview): void;
}

const EMPTY: NewReview = { stars: 0, text: '' };
const keyOf = (workId: string) => `review-draft/${workId}`;

/** Drafts in the tab's session storage; without it they last as long as the page. */
export function createReviewDrafts(storage: () => Storage = () => sessionStorage): ReviewDrafts {
  const attempt = <T>(task: () => T, otherwise: T): T => {
    try {
      return task();
    } catch {
      // Storage is blocked or full, or holds something else: the form works without it.
      return otherwise;
    }
  };
  return {
    load: (workId) =>
      attempt(() => parseDraft(JSON.parse(storage().getItem(keyOf(workId)) ?? 'null')), EMPTY),
    save(workId, review) {
      attempt(() => {
        if (review.stars === 0 && review.text === '') storage().removeItem(keyOf(workId));
        else storage().setItem(keyOf(workId), JSON.stringify(review));
      }, undefined);
    },
  };
}

function parseDraft(value: unknown): NewReview {
  const { stars, text } = (value ?? {}) as Partial<Record<keyof NewReview, unknown>>;
  const isRating =
    typeof stars === 'number' && Number.isInteger(stars) && stars >= 0 && stars <= MAX_STARS;
  return {
    stars: isRating ? stars : 0,
    text: typeof text === 'string' ? text.slice(0, MAX_REVIEW_TEXT) : '',
  };
}
