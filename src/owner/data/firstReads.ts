/**
 * The owner's documents. What the lists show first is asked for before they are there: the works, which everybody may
 * read, by the page's first script; requests, reviews and quotes while the page still asks whether the account is an owner. On a
 * slow line each saves a round trip. Whoever is no owner is refused by the rules.
 */
import type { OwnerDocuments } from './documents';
import { log } from '../../lib/log';

/** After so many milliseconds an answer is too old for a list: the editor was open meanwhile, and something may have changed. */
const FRESH = 10_000;

/** Asks for the works at once. `now` counts milliseconds from anywhere. */
export function withFirstReads(documents: OwnerDocuments, now = () => performance.now()) {
  const works = readOnceAhead(documents.works, now);
  const requests = readOnceAhead(documents.requests, now);
  const reviews = readOnceAhead(documents.reviews, now);
  const quotes = readOnceAhead(documents.quotes, now);
  let answered = works.ask();
  return {
    ...documents,
    works: works.read,
    reviews: reviews.read,
    quotes: quotes.read,
    requests: requests.read,
    async removedWorks(after?: unknown) {
      // A slow line brings the lists first.
      await answered;
      return documents.removedWorks(after);
    },
    async takenDown(after?: unknown) {
      await answered;
      return documents.takenDown(after);
    },
    /** Each answer is used once; what fails is asked for again by its list. */
    ask() {
      answered = Promise.all([requests, works, reviews, quotes].map((each) => each.ask()));
    },
    forget() {
      for (const each of [requests, reviews, quotes]) each.forget();
    },
  };
}

export type FirstReads = ReturnType<typeof withFirstReads>;

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

/** Adds to reviews and quotes the titles of their works: one that came later would move what stands below it. */
export function withTitles(documents: FirstReads) {
  /** What was read is not read again. A work that is gone may come back. */
  const known = new Map<string, string>();
  const readTitles = async (works: readonly string[]) => {
    const unknown = [...new Set(works)].filter((work) => !known.has(work));
    if (unknown.length === 0) return;
    for (const [work, title] of await documents.titlesOf(unknown)) known.set(work, title);
  };
  /** Where the titles cannot be read, the same without them. */
  const titled = async <Item>(items: Item[], workOf: (item: Item) => string | undefined) => {
    const works = items.flatMap((item) => workOf(item) ?? []);
    try {
      await readTitles(works);
    } catch (error) {
      log('The titles of works could not be read.', error);
      return items;
    }
    return items.map((item) => ({ ...item, title: known.get(workOf(item) ?? '') ?? null }));
  };
  const workOf = ({ work }: { work: string }) => work;
  return {
    ...documents,
    async reviews(after?: unknown) {
      const page = await documents.reviews(after);
      return { ...page, items: await titled(page.items, workOf) };
    },
    async takenDown(after?: unknown) {
      const page = await documents.takenDown(after);
      return { ...page, items: await titled(page.items, workOf) };
    },
    quotes: async () => titled(await documents.quotes(), ({ name }) => name?.work),
  };
}

export type ListedDocuments = ReturnType<typeof withTitles>;
