/** The reviews of all works; and the site's configuration: which of them the landing page quotes, the types of service. */
import {
  arrayRemove,
  arrayUnion,
  collection,
  collectionGroup,
  doc,
  getCount,
  orderBy,
  query,
  updateDoc,
  type Firestore,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { MAX_QUOTES } from '../../domain/constants';
import type { ChosenQuote, QuoteName } from '../../domain/types';
import { parseReview, parseServiceTypes } from '../../firebase/rest/parseDocuments';
import { parseQuotes, quotePath } from '../../firebase/rest/quotes';
import type { OwnerQuote, WorkReview } from '../ports';
import {
  withTimeout,
  Conflict,
  failedOwnerWrite,
  getAt,
  readPage,
  written,
} from './firestoreCalls';

/** Each rejects when it cannot be read. */
export const readsOfReviews = (firestore: Firestore) => ({
  /** Of all works, newest first. */
  list: (after?: unknown) =>
    readPage(
      query(collectionGroup(firestore, 'reviews'), orderBy('created', 'desc')),
      after,
      toWorkReview,
    ),
  /** How many reviews a work has. */
  async count(work: string) {
    const counting = getCount(collection(firestore, `gallery/${work}/reviews`));
    return (await withTimeout(counting)).data().count;
  },
});

/** Undefined for what cannot be shown, because somebody has typed it wrong in the console. */
function toWorkReview(entry: QueryDocumentSnapshot): WorkReview | undefined {
  const review = parseReview(entry.id, entry.data());
  const work = entry.ref.parent.parent;
  return review && work ? { work: work.id, review } : undefined;
}

/** What the document of the site's configuration says: the quotes, and the types of service. */
export function configuration(firestore: Firestore) {
  const document = doc(firestore, 'configurations', 'configurations');
  /** One read is enough for both at the opening. */
  let last: ReturnType<typeof getAt> | undefined;
  const read = () => {
    const reading = getAt(firestore, document.path);
    last = reading;
    reading.catch(() => (last = undefined));
    return reading;
  };
  const chosen = async () => parseQuotes((await read()).data() ?? {});
  const withReview = async (quote: ChosenQuote): Promise<OwnerQuote> => {
    const { name } = quote;
    const found = name && (await getAt(firestore, quotePath(name))).data();
    const review = found && parseReview(name.review, found);
    return { ...quote, ...(review && { review }) };
  };
  /** Whether a refused choice could not be made by any owner: two others are chosen, or the review or its work is gone. */
  const isOvertaken = async (name: QuoteName) => {
    const path = quotePath(name);
    const [review, work, all] = await Promise.all([
      getAt(firestore, path),
      getAt(firestore, `gallery/${name.work}`),
      chosen(),
    ]);
    const others = all.filter(({ entry }) => entry !== path);
    return !review.exists() || !work.exists() || others.length >= MAX_QUOTES;
  };
  return {
    quotes: {
      /** Rejects when they cannot be read. */
      list: async () => Promise.all((await chosen()).map(withReview)),
      /** Adds the review to the quotes. Those that another owner has chosen meanwhile stay. */
      choose: (name: QuoteName) =>
        written(async () => {
          const writing = updateDoc(document, { quotes: arrayUnion(quotePath(name)) });
          await writing.catch(async (error: unknown) => {
            const isRefused = failedOwnerWrite(error) === 'refused';
            throw isRefused && (await isOvertaken(name))
              ? new Conflict('It cannot be chosen.')
              : error;
          });
        }),
      /** Takes an entry from the quotes, whatever it is. */
      unchoose: (entry: unknown) =>
        written(() => updateDoc(document, { quotes: arrayRemove(entry) })),
    },
    /** The types of service that a request can name. Rejects when they cannot be read. */
    services: async () => parseServiceTypes((await (last ?? read())).data() ?? {}),
  };
}
