/**
 * Calls of Firestore Lite (REST v1). Its calls settle when the network is down; those of the full SDK wait for it. What
 * never gets an answer ends here, because the Lite SDK has no limit of its own.
 */
import {
  doc,
  getDoc,
  getDocs,
  limit,
  query,
  runTransaction,
  startAfter,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase/firestore/lite';
import { codeOf, failedWrite } from '../../firebase/sdkAnswers';
import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import type { FailedOwnerWrite, Page, WriteOutcome } from '../ports';

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT = 15_000;

/** Settles as a call does, or rejects when it takes too long. */
export const withTimeout = <T>(call: Promise<T>): Promise<T> => within(TIMEOUT, call);

export const getAt = (firestore: Firestore, path: string) =>
  withTimeout(getDoc(doc(firestore, path)));

/** The rules let owners list at most 100 documents at once. */
const PAGE_SIZE = 40;

/** The part of a list behind `after`, the end of the part before. What cannot be shown is left out. */
export async function readPage<Item>(
  list: Query,
  after: unknown,
  toItem: (entry: QueryDocumentSnapshot) => Item | undefined,
): Promise<Page<Item, QueryDocumentSnapshot>> {
  // One more tells whether there are more.
  const page = [...(after ? [startAfter(after)] : []), limit(PAGE_SIZE + 1)];
  const { docs } = await withTimeout(getDocs(query(list, ...page)));
  const shown = docs.slice(0, PAGE_SIZE);
  const last = docs.length > PAGE_SIZE ? shown[PAGE_SIZE - 1] : undefined;
  return { items: shown.flatMap((entry) => toItem(entry) ?? []), ...(last && { next: last }) };
}

/** What the codes mean here, beside those that mean the same to a visitor. */
const ANSWERS: Record<string, FailedOwnerWrite> = {
  // 429.
  'resource-exhausted': 'exhausted',
  // 401: the token is not taken, which says nothing of the account.
  unauthenticated: 'sessionEnded',
};

/** How a write of the owner's page has ended for which an SDK has thrown this error. */
export function failedOwnerWrite(error: unknown): FailedOwnerWrite {
  const failed = failedWrite(error);
  return ANSWERS[codeOf(error)] ?? (failed === 'disabled' ? 'sessionEnded' : failed);
}

/** Somebody else has changed or removed what was to be written, so nothing was. */
export class Conflict extends Error {
  override name = 'Conflict';
}

/** What a commit answers when a document was written between its reading and its writing. */
const OVERTAKEN = ['failed-precondition', 'already-exists', 'aborted'];
/** Each try fails only because another write has succeeded, or another call holds a document. */
const MAX_TRIES = 5;
/**
 * The rules look at what is stored before Firestore compares the time of the reading: what somebody has changed since may
 * be refused. What is refused once more is refused.
 */
const MAX_REFUSALS = 2;

/**
 * Reads documents and writes them all, or none. Runs `update` again when somebody else was quicker. Rejects after some
 * tries: with `aborted` where another call may only hold a document, else with `Conflict`. The SDK's own tries are not
 * used: they go on for seconds without a network, and never end when the sign-in has ended, because its error has a code
 * that they do not know.
 */
export async function inTransaction(
  firestore: Firestore,
  update: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  let last: unknown;
  let refusals = 0;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await runTransaction(firestore, update, { maxAttempts: 1 });
    } catch (error) {
      const isRefused = codeOf(error) === 'permission-denied';
      if (isRefused) refusals += 1;
      const isOvertaken = isRefused ? refusals < MAX_REFUSALS : OVERTAKEN.includes(codeOf(error));
      if (!isOvertaken) throw error;
      last = error;
    }
  }
  if (codeOf(last) === 'aborted') throw last;
  throw new Conflict('Others were quicker at each try.');
}

export async function written(write: () => Promise<void>): Promise<WriteOutcome> {
  try {
    await withTimeout(unlessHeld(write));
    return 'stored';
  } catch (error) {
    if (error instanceof Conflict) return 'conflict';
    log('A write of the owner’s page failed.', error);
    return failedOwnerWrite(error);
  }
}

/** Tries again what Firestore aborts (409), because another call holds the document for a moment. */
async function unlessHeld(write: () => Promise<void>): Promise<void> {
  const end = Date.now() + TIMEOUT;
  for (let pause = 200; ; pause *= 2) {
    try {
      return await write();
    } catch (error) {
      if (codeOf(error) !== 'aborted' || Date.now() + pause > end) throw error;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}
