import { MIN_STARS, REVIEW_KEY_PREFIX } from '../domain/constants';
import { type ReviewDraft, EMPTY_REVIEW } from '../../machines/reviewArea';
import { isAcceptableReview } from '../domain/validation';

export type KeptReviews = ReturnType<typeof createKeptReviews>;

const keyOf = (workId: string, uid: string) => `${REVIEW_KEY_PREFIX}${workId}/${uid}`;

/**
 * The review that each user has begun, or could not send, for each work: in the browser's local storage;
 * without it they last as long as the page. `storage` may throw where the browser has none.
 */
export function createKeptReviews(storage = () => localStorage) {
  const unstored = new Map<string, ReviewDraft>();

  return {
    /** An empty one where there is none. */
    load(workId: string, uid: string): ReviewDraft {
      const key = keyOf(workId, uid);
      try {
        return unstored.get(key) ?? asReview(JSON.parse(storage().getItem(key)!)) ?? EMPTY_REVIEW;
      } catch {
        return EMPTY_REVIEW;
      }
    },
    /** An empty one is removed. */
    save(workId: string, uid: string, review: ReviewDraft): void {
      const key = keyOf(workId, uid);
      const isEmpty = review.stars === 0 && review.text === '';
      unstored.delete(key);
      try {
        if (isEmpty) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(review));
      } catch {
        // Storage is blocked or full: the form works without it.
        if (!isEmpty) unstored.set(key, review);
      }
    },
  };
}

/** What the app has kept; undefined for anything else that lies in its place. */
function asReview(value: unknown): ReviewDraft | undefined {
  const { stars, text, id, isRefused } = Object(value) as Record<keyof ReviewDraft, unknown>;
  const wasSent = typeof id === 'string' && /^[A-Za-z0-9]{10}$/.test(id);
  // Only what was not sent yet may lack its stars.
  const review = { stars: wasSent || stars !== 0 ? stars : MIN_STARS, text };
  const isKept = (wasSent || id === null) && typeof isRefused === 'boolean';
  return isKept && isAcceptableReview(review)
    ? { text: text as string, stars: stars as number, id, isRefused }
    : undefined;
}
