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
import type { PostingPort } from './ports';
import { firebaseApp } from '../firebase/app';
import type { BackendConfig } from '../firebase/config';
import { within } from '../lib/promises';

/** How long to wait for an answer, in milliseconds. The Lite SDK has no limit of its own. */
const TIMEOUT = 15_000;

/**
 * The error codes (`FirestoreErrorCode`) of a definite no. All others (network, overload, a captive portal)
 * are temporary.
 */
const REFUSALS = [
  'permission-denied',
  'invalid-argument',
  'not-found',
  'already-exists',
  'failed-precondition',
  'out-of-range',
  'unimplemented',
];

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code as string;

export const isRefusal = (error: unknown): boolean => REFUSALS.includes(codeOf(error));

export function openReviews(config: BackendConfig): PostingPort {
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

  return {
    hasReviewed,
    async post(workId, review, googleId) {
      try {
        await write(workId, review, googleId).catch((error: unknown) => {
          // The SDK forgets an ID token that the server has refused, so a second try sends a new one.
          if (codeOf(error) === 'unauthenticated') return write(workId, review, googleId);
          throw error;
        });
        return 'accepted';
      } catch (error) {
        if (!isRefusal(error)) return 'unreachable';
      }
      try {
        return (await hasReviewed(workId, googleId)) ? 'accepted' : 'refused';
      } catch (error) {
        return isRefusal(error) ? 'refused' : 'unreachable';
      }
    },
  };
}
