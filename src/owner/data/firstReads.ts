/**
 * The owner's documents, with what the lists begin with asked for early: while it is not known yet whether the account is an
 * owner. On a slow line that saves one way there and back. The rules refuse whoever is none.
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

export function withFirstReads(documents: OwnerDocumentsPort): FirstReads {
  const works = readOnceAhead(() => documents.works());
  const reviews = readOnceAhead(() => documents.reviews());
  const quotes = readOnceAhead(() => documents.quotes());
  const all = [works, reviews, quotes];
  let answered: Promise<unknown> = Promise.resolve();
  return {
    ...documents,
    works: (after) => (after === undefined ? works.take() : documents.works(after)),
    reviews: (after) => (after === undefined ? reviews.take() : documents.reviews(after)),
    quotes: quotes.take,
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
function readOnceAhead<T>(read: () => Promise<T>) {
  let asked: Promise<T> | undefined;
  return {
    ask(): Promise<unknown> {
      const mine = read();
      asked = mine;
      // A list that asks after a failure reads by itself.
      return mine.catch(() => {
        if (asked === mine) asked = undefined;
      });
    },
    forget() {
      asked = undefined;
    },
    take(): Promise<T> {
      const answer = asked ?? read();
      asked = undefined;
      return answer;
    },
  };
}
