/**
 * Reviews as the server takes them: one batch that creates `gallery/{work}/reviews/{id}` and the
 * marker `gallery/{work}/reviewers/{uid}`, which makes it one review a user and work (firestore.rules).
 * Firestore Lite (REST v1): unlike the full SDK's, its writes settle when the network is down. Only
 * ever imported lazily (reviewGateway.ts).
 */
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore/lite';
import type { PostOutcome } from '../domain/ports';
import { firebaseApp } from './app';
import type { BackendConfig } from './config';
import { isRefusal, isUnauthenticated } from './reviewAnswers';
import { within } from './within';

export interface ReviewToPost {
  workId: string;
  id: string;
  /** The uid of the signed-in user. */
  user: string;
  stars: number;
  text: string;
}

export interface OpenReviews {
  /** May be repeated with the same review: what an earlier, unanswered try has written is found. */
  create(review: ReviewToPost): Promise<Exclude<PostOutcome, 'kept'>>;
  /** Whether the marker says that this user (the one signed in) has reviewed the work. */
  hasReviewed(workId: string, uid: string): Promise<boolean>;
}

/** Milliseconds to wait for an answer; the Lite SDK sets no limit. */
const TIMEOUT = 15_000;

export function openReviews(config: BackendConfig): OpenReviews {
  const firestore = getFirestore(firebaseApp(config));
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }

  const marker = async (workId: string, uid: string): Promise<string | undefined> => {
    const snapshot = await within(
      TIMEOUT,
      getDoc(doc(firestore, 'gallery', workId, 'reviewers', uid)),
    );
    return snapshot.data()?.['review'] as string | undefined;
  };

  const write = ({ workId, id, user, stars, text }: ReviewToPost): Promise<void> => {
    const batch = writeBatch(firestore);
    const created = serverTimestamp();
    batch.set(doc(firestore, 'gallery', workId, 'reviews', id), { id, text, stars, user, created });
    batch.set(doc(firestore, 'gallery', workId, 'reviewers', user), { review: id });
    return within(TIMEOUT, batch.commit());
  };

  /** The SDK forgets an ID token that the server did not take, so a second try carries a fresh one. */
  const writeWithFreshToken = (review: ReviewToPost): Promise<void> =>
    write(review).catch((error: unknown) => {
      if (isUnauthenticated(error)) return write(review);
      throw error;
    });

  return {
    async create(review) {
      try {
        await writeWithFreshToken(review);
        return 'posted';
      } catch (error) {
        if (!isRefusal(error)) return 'unreachable';
      }
      try {
        const standing = await marker(review.workId, review.user);
        if (standing === undefined) return 'refused';
        return standing === review.id ? 'posted' : 'already';
      } catch (error) {
        return isRefusal(error) ? 'refused' : 'unreachable';
      }
    },
    hasReviewed: async (workId, uid) => (await marker(workId, uid)) !== undefined,
  };
}
