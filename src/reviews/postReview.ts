/**
 * Posts a review as one batch. It creates `gallery/{work}/reviews/{id}` and the marker
 * `gallery/{work}/reviewers/{googleId}`, which limits each person to one review of a work (firestore.rules).
 * This module uses Firestore Lite (REST v1), because its writes settle when the network is down; those of the
 * full SDK do not. It is only imported lazily (lazyPostReview.ts).
 */
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore/lite';
import type { PostOutcome } from '../../machines/reviewArea';
import type { PostingPort, Session } from './ports';
import { firebaseApp } from '../firebase/app';
import type { BackendConfig } from '../firebase/config';
import { within } from '../lib/promises';

/** How long to wait for an answer, in milliseconds. The Lite SDK has no limit of its own. */
const TIMEOUT = 15_000;

/**
 * What the error codes of a definite answer mean. All others (network, overload, a captive portal) are temporary.
 * Those of `auth/` come from renewing the ID token: firebase 12 makes them of Secure Token's answers TOKEN_EXPIRED,
 * USER_NOT_FOUND, INVALID_REFRESH_TOKEN and USER_DISABLED
 * (https://firebase.google.com/docs/reference/rest/auth#section-refresh-token). The others are `FirestoreErrorCode`s.
 */
const ANSWERS: Record<string, Exclude<PostOutcome, 'accepted'>> = {
  'auth/user-token-expired': 'sessionEnded',
  'auth/invalid-refresh-token': 'sessionEnded',
  'auth/user-disabled': 'disabled',
  unauthenticated: 'refused',
  'permission-denied': 'refused',
  'invalid-argument': 'refused',
  'not-found': 'refused',
  'already-exists': 'refused',
  'failed-precondition': 'refused',
  'out-of-range': 'refused',
  unimplemented: 'refused',
};

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

/** The outcome of a try for which an SDK has thrown this error. */
export const failedPost = (error: unknown) => ANSWERS[codeOf(error)] ?? 'unreachable';

export function openReviews(config: BackendConfig, session: Session): PostingPort {
  const firestore = getFirestore(firebaseApp(config));
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }

  const markerOf = (workId: string, googleId: string) =>
    doc(firestore, 'gallery', workId, 'reviewers', googleId);

  const hasReviewed = async (workId: string, googleId: string) =>
    (await within(TIMEOUT, getDoc(markerOf(workId, googleId)))).exists();

  const write: (...post: Parameters<PostingPort['post']>) => Promise<void> = (
    workId,
    review,
    googleId,
  ) => {
    const batch = writeBatch(firestore);
    const created = serverTimestamp();
    batch.set(doc(firestore, 'gallery', workId, 'reviews', review.id), { ...review, created });
    batch.set(markerOf(workId, googleId), { review: review.id });
    return within(TIMEOUT, batch.commit());
  };

  const tryToPost: PostingPort['post'] = async (workId, review, googleId) => {
    try {
      await write(workId, review, googleId).catch(async (error: unknown) => {
        if (codeOf(error) !== 'unauthenticated') throw error;
        // The device's clock was set back, for one: the SDK goes on sending a token that has expired.
        await within(TIMEOUT, session.renewToken());
        return write(workId, review, googleId);
      });
      return 'accepted';
    } catch (error) {
      if (failedPost(error) !== 'refused') return failedPost(error);
    }
    // Another tab has signed out, or somebody else in: the batch had no token of its writer.
    if (session.uid() !== review.user) return 'sessionEnded';
    try {
      return (await hasReviewed(workId, googleId)) ? 'accepted' : 'refused';
    } catch (error) {
      return failedPost(error);
    }
  };

  return {
    hasReviewed,
    async post(workId, review, googleId) {
      const outcome = await tryToPost(workId, review, googleId);
      // The SDK signs out by itself after most of these answers, but not after all.
      const isOver = outcome === 'sessionEnded' || outcome === 'disabled';
      if (isOver && session.uid() === review.user) await session.signOut();
      return outcome;
    },
  };
}
