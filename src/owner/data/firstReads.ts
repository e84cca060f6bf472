/**
 * The owner's documents. What the lists show first is asked for before they are there: the works, which everybody may
 * read, by the page's first script; requests, reviews and quotes while the page still asks whether the account is an owner. On a
 * slow line each saves a round trip. Whoever is no owner is refused by the rules.
 */
import type { OwnerDocuments } from './ownerDocuments';

/** After so many milliseconds an answer is too old for a list: the editor was open meanwhile, and something may have changed. */
const FRESH = 10_000;

/** Asks for the works at once. `now` counts milliseconds from anywhere. */
export function withFirstReads(documents: OwnerDocuments, now = () => performance.now()) {
  const works = readOnceAhead(() => documents.works(), now);
  const requests = readOnceAhead(() => documents.requests(), now);
  const reviews = readOnceAhead(() => documents.reviews(), now);
  const quotes = readOnceAhead(() => documents.quotes(), now);
  let answered = works.ask();
  return {
    ...documents,
    works: (after?: unknown) => (after === undefined ? works.take() : documents.works(after)),
    reviews: (after?: unknown) => (after === undefined ? reviews.take() : documents.reviews(after)),
    quotes: quotes.take,
    requests: (after?: unknown) =>
      after === undefined ? requests.take() : documents.requests(after),
    async removedWorks(after?: unknown) {
      // A slow line brings the lists first.
      await answered;
      return documents.removedWorks(after);
    },
    async takenDown(after?: unknown) {
      await answered;
      return documents.takenDown(after);
    },
    /** Asks for what is not on its way. Each answer is used once; what fails is asked for again by its list. */
    ask() {
      answered = Promise.all([requests, works, reviews, quotes].map((each) => each.ask()));
    },
    /** Forgets what was asked for as this account. */
    forget() {
      requests.forget();
      reviews.forget();
      quotes.forget();
    },
  };
}

export type FirstReads = ReturnType<typeof withFirstReads>;

/** A read that may be asked for before somebody wants its answer. */
function readOnceAhead<T>(read: () => Promise<T>, now: () => number) {
  let asked: { answer: Promise<T>; end: Promise<unknown>; at: number } | undefined;
  const fresh = () => (asked && now() - asked.at < FRESH ? asked : undefined);
  const forget = () => {
    asked = undefined;
  };
  return {
    /** Resolves when it has ended. */
    ask(): Promise<unknown> {
      const known = fresh();
      if (known) return known.end;
      const answer = read();
      // A list that asks after a failure reads by itself.
      const end = answer.catch(() => asked?.answer === answer && forget());
      asked = { answer, end, at: now() };
      return end;
    },
    forget,
    take(): Promise<T> {
      const answer = fresh()?.answer ?? read();
      forget();
      return answer;
    },
  };
}
