import { REVIEW_KEY_PREFIX } from '../domain/constants';
import type { SignedInUser } from '../domain/types';
import { type ReviewDraft, EMPTY_REVIEW } from '../../machines/reviewArea';
import { isRating } from '../domain/validation';

export type ReviewDrafts = ReturnType<typeof createReviewDrafts>;

type Writer = Pick<SignedInUser, 'uid' | 'googleId'>;

const keyOf = (workId: string, id: string) => `${REVIEW_KEY_PREFIX}${workId}/${id}`;

/**
 * The drafts of reviews: for each person and work, the review that was begun or could not be sent. A person who comes
 * back with a new account of the same Google account finds it. They are in the browser's local storage, or in memory if the storage does not work. `storage` may throw in a browser
 * without storage.
 */
export function createReviewDrafts(storage = () => localStorage) {
  const unstored = new Map<string, ReviewDraft>();

  return {
    /** Returns an empty review if there is no draft. */
    load(workId: string, { uid, googleId }: Writer): ReviewDraft {
      const key = keyOf(workId, googleId);
      const inMemory = unstored.get(key);
      if (inMemory) return inMemory;
      try {
        // Earlier versions named a draft by the uid.
        const stored = storage().getItem(key) ?? storage().getItem(keyOf(workId, uid));
        return asReview(JSON.parse(stored!)) ?? EMPTY_REVIEW;
      } catch {
        return EMPTY_REVIEW;
      }
    },
    /** Saves a draft. An empty review removes the draft. */
    save(workId: string, { uid, googleId }: Writer, review: ReviewDraft): void {
      const key = keyOf(workId, googleId);
      const isEmpty = review.stars === 0 && review.text === '';
      unstored.delete(key);
      try {
        storage().removeItem(keyOf(workId, uid));
        if (isEmpty) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(review));
      } catch {
        // The storage is blocked or full. The form works without it.
        if (!isEmpty) unstored.set(key, review);
      }
    },
  };
}

/**
 * Checks that a stored value is a draft that the app has saved. Undefined for any other value. Its text may be too long
 * to be sent: then the visitor has not shortened it yet.
 */
function asReview(value: unknown): ReviewDraft | undefined {
  const { stars, text, id, isRefused } = Object(value) as Record<keyof ReviewDraft, unknown>;
  const wasSent = typeof id === 'string' && /^[A-Za-z0-9]{10}$/.test(id);
  // Only a review that was not sent yet may have no stars.
  const hasStars = isRating(stars) || (stars === 0 && !wasSent);
  const isDraft = (wasSent || id === null) && typeof isRefused === 'boolean';
  return isDraft && hasStars && typeof text === 'string'
    ? { text, stars, id, isRefused }
    : undefined;
}
