/**
 * The owner's documents. What the lists show first is asked for early, while the page still asks whether the account is an
 * owner: on a slow line that saves a round trip. Whoever is no owner is refused by the rules.
 */
import type { OwnerDocumentsPort } from '../ports';

export interface FirstReads extends OwnerDocumentsPort {
  /** Asks for the first pages and the quotes. Each answer is used once; what fails is asked for again by its list. */
  ask(): void;
  /** Forgets what was asked for: it was for another account. */
  forget(): void;
  /** Resolves when all that was asked for has been answered, or has failed. */
  answered(): Promise<unknown>;
}

/** After so many milliseconds an answer is too old for a list: the editor was open meanwhile, and something may have changed. */
const FRESH = 10_000;

/** `now` counts milliseconds from anywhere. */
export function withFirstReads(
  documents: OwnerDocumentsPort,
  now = () => performance.now(),
): FirstReads {
  const works = readOnceAhead(() => documents.works(), now);
  const reviews = readOnceAhead(() => documents.reviews(), now);
  const quotes = readOnceAhead(() => documents.quotes(), now);
  const all = [works, reviews, quotes];
  let answered: Promise<unknown> = Promise.resolve();
  return {
    ...documents,
    works: (after) => (after === undefined ? works.take() : documents.works(after)),
    reviews: (after) => (after === undefined ? reviews.take() : documents.reviews(after)),
    quotes: quotes.take,
    async arrivals() {
      // A slow line brings the lists first.
      await answered;
      return documents.arrivals();
    },
    async removedWorks(after) {
      await answered;
      return documents.removedWorks(after);
    },
    async takenDown(after) {
      await answered;
      return documents.takenDown(after);
    },
    ask() {
      answered = Promise.allSettled(all.map((each) => each.ask()));
    },
    forget() {
      for (const each of all) each.forget();
    },
    answered: () => answered,
  };
}

/** A read that may be asked for before somebody wants its answer. */
function readOnceAhead<T>(read: () => Promise<T>, now: () => number) {
  let asked: { answer: Promise<T>; at: number } | undefined;
  return {
    ask(): Promise<unknown> {
      const mine = { answer: read(), at: now() };
      asked = mine;
      // A list that asks after a failure reads by itself.
      return mine.answer.catch(() => {
        if (asked === mine) asked = undefined;
      });
    },
    forget() {
      asked = undefined;
    },
    take(): Promise<T> {
      const taken = asked && now() - asked.at < FRESH ? asked.answer : read();
      asked = undefined;
      return taken;
    },
  };
}
