import { REVIEW_KEY_PREFIX } from '../domain/constants';
import type { SignedInUser } from '../domain/types';
import { localStore, type WebStorage } from '../lib/webStorage';
import { EMPTY_REVIEW, isBlankReview, type ReviewDraft } from '../../machines/reviewArea';
import { isRating } from '../domain/validation';

export type ReviewDrafts = ReturnType<typeof createReviewDrafts>;

type Writer = Pick<SignedInUser, 'googleId'>;

const keyOf = (workId: string, { googleId }: Writer) => `${REVIEW_KEY_PREFIX}${workId}/${googleId}`;

/**
 * The drafts of reviews: for each person and work, the review that was begun or could not be sent. A person who comes
 * back with a new account of the same Google account finds it. They are in local storage, or in memory if the storage
 * does not work.
 */
export function createReviewDrafts(storage: WebStorage = localStore) {
  const unstored = new Map<string, ReviewDraft>();

  return {
    /** The draft of this work and person; an empty review if there is none. */
    load(workId: string, writer: Writer): ReviewDraft {
      const key = keyOf(workId, writer);
      return unstored.get(key) ?? asReview(storage.read(key)) ?? EMPTY_REVIEW;
    },
    /** Saves a draft. An empty review removes it. */
    save(workId: string, writer: Writer, review: ReviewDraft): void {
      const key = keyOf(workId, writer);
      const isEmpty = isBlankReview(review);
      unstored.delete(key);
      const isStored = storage.write(key, isEmpty ? null : JSON.stringify(review));
      if (!isStored && !isEmpty) unstored.set(key, review);
    },
  };
}

/**
 * The draft in a stored value; undefined for a value that the app has not saved. The text may be too long to be sent:
 * then the visitor has not shortened it yet.
 */
function asReview(stored: string | null | undefined): ReviewDraft | undefined {
  const value = Object(parsed(stored)) as Record<keyof ReviewDraft, unknown>;
  const { stars, text, id, isRefused } = value;
  const wasSent = typeof id === 'string' && /^[A-Za-z0-9]{10}$/.test(id);
  // Only a review that was not sent yet may have no stars.
  const hasStars = isRating(stars) || (stars === 0 && !wasSent);
  const isDraft = (wasSent || id === null) && typeof isRefused === 'boolean';
  return isDraft && hasStars && typeof text === 'string'
    ? { text, stars, id, isRefused }
    : undefined;
}

function parsed(stored: string | null | undefined): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return undefined;
  }
}
