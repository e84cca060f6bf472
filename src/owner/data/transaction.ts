import { runTransaction, type Firestore, type Transaction } from 'firebase/firestore/lite';
import { codeOf } from '../../firebase/sdkAnswers';

/** Somebody else has changed or removed what was to be written, so nothing was. */
export class Conflict extends Error {
  override name = 'Conflict';
}

/** What a commit answers when a document was written between its reading and its writing. */
const OVERTAKEN = ['failed-precondition', 'already-exists', 'aborted'];
/** Each try fails only because another write has succeeded, or another call holds a document. */
const MAX_TRIES = 5;

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
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await runTransaction(firestore, update, { maxAttempts: 1 });
    } catch (error) {
      if (!OVERTAKEN.includes(codeOf(error))) throw error;
      last = error;
    }
  }
  if (codeOf(last) === 'aborted') throw last;
  throw new Conflict('Others were quicker at each try.');
}
