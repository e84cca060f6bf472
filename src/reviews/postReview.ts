/**
 * Posts a review as one batch. It creates `gallery/{work}/reviews/{id}` and the marker
 * `gallery/{work}/reviewers/{googleId}`, which limits each person to one review of a work (firestore.rules).
 * This module uses Firestore Lite (REST v1), because its writes settle when the network is down; those of the
 * full SDK do not. It is only imported lazily (reviewAreaEffects.ts).
 */
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore/lite';
import type { PostingPort, Session } from './port';
import { firebaseApp } from '../firebase/app';
import { codeOf, failedWrite } from '../firebase/sdkAnswers';
import type { BackendConfig } from '../firebase/config';
import { within } from '../lib/promises';

/** Milliseconds that an answer may take. The Lite SDK has no limit of its own. */
const TIMEOUT = 15_000;

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
      if (failedWrite(error) !== 'refused') return failedWrite(error);
    }
    // Another tab has signed out, or somebody else in: the batch had no token of its writer.
    if (session.uid() !== review.user) return 'sessionEnded';
    try {
      return (await hasReviewed(workId, googleId)) ? 'accepted' : 'refused';
    } catch (error) {
      return failedWrite(error);
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
