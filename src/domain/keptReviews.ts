/** A review that waits on the device until it can be sent: one for each work and user. */
export interface KeptReview {
  /** `{workId}/{uid}`. */
  key: string;
  workId: string;
  /** The uid of its writer; only they can send it. */
  user: string;
  /** The review's id, chosen once: a repeated send can be told from a second review. */
  id: string;
  stars: number;
  text: string;
  /** Milliseconds since 1970 by the visitor's clock. */
  savedAt: number;
  attempts: number;
  /** Not to be tried before this time (milliseconds since 1970). */
  notBefore: number;
  /** The server's definite no: it is not sent again, only handed back to its writer. */
  refused?: true;
}

/** Where kept reviews wait. Every method may reject when there is no durable storage. */
export interface KeptReviewStore {
  /** Writes durably, over a record of the same key. */
  put(review: KeptReview): Promise<void>;
  get(key: string): Promise<KeptReview | undefined>;
  all(): Promise<KeptReview[]>;
  remove(key: string): Promise<void>;
}

export const keptKey = (workId: string, uid: string): string => `${workId}/${uid}`;

/** The work's id and the uid of a key; uids hold no slash. */
export function keptParts(key: string): [workId: string, uid: string] {
  const at = key.lastIndexOf('/');
  return [key.slice(0, at), key.slice(at + 1)];
}
