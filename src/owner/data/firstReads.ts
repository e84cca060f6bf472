/**
 * What the lists show first is asked for before they are there: the works, which everybody may read, by the page's first
 * script; requests, reviews and quotes while the page still asks whether the account is an owner. On a slow line each saves
 * a round trip. Whoever is no owner is refused by the rules.
 */
import type { OwnerDocuments } from './documents';

/** After so many milliseconds an answer is too old for a list: the editor was open meanwhile, and something may have changed. */
const FRESH = 10_000;

export type FirstReads = Omit<ReturnType<typeof withFirstReads>, 'documents'>;

/** Asks for the works at once. `now` counts milliseconds from anywhere. */
export function withFirstReads(documents: OwnerDocuments, now = () => performance.now()) {
  const works = readOnceAhead(documents.works.list, now);
  const requests = readOnceAhead(documents.requests.list, now);
  const reviews = readOnceAhead(documents.reviews.list, now);
  const quotes = readOnceAhead(documents.quotes.list, now);
  let answered = works.ask();
  /** Reads only when works and requests are there: a slow line brings those first. */
  const behindThem =
    <T>(read: (after?: unknown) => Promise<T>) =>
    async (after?: unknown) => {
      await answered;
      return read(after);
    };
  return {
    documents: {
      ...documents,
      works: {
        ...documents.works,
        list: works.read,
        removed: behindThem(documents.works.removed),
      },
      requests: { ...documents.requests, list: requests.read },
      reviews: {
        ...documents.reviews,
        list: reviews.read,
        takenDown: behindThem(documents.reviews.takenDown),
      },
      quotes: { ...documents.quotes, list: quotes.read },
    } satisfies OwnerDocuments as OwnerDocuments,
    /** Each answer is used once; what fails is asked for again by its list. */
    ask() {
      // Not behind reviews and quotes: their answers end with titles, which may take long.
      answered = Promise.all([requests.ask(), works.ask()]);
      void reviews.ask();
      void quotes.ask();
    },
    forget() {
      for (const each of [requests, reviews, quotes]) each.forget();
    },
  };
}

/** A read whose first page may be asked for before somebody wants it. */
function readOnceAhead<T>(read: (after?: unknown) => Promise<T>, now: () => number) {
  let asked: { answer: Promise<T>; end: Promise<unknown>; at: number } | undefined;
  const fresh = () => (asked && now() - asked.at < FRESH ? asked : undefined);
  const forget = () => {
    asked = undefined;
  };
  return {
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
    read(after?: unknown): Promise<T> {
      if (after !== undefined) return read(after);
      const answer = fresh()?.answer ?? read();
      forget();
      return answer;
    },
  };
}
