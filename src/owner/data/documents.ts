/**
 * What the owner's page reads and writes in Firestore: works, the reviews of all works, the quotes. Lists of works are
 * public reads (listedWorks.ts), removals.ts removes and puts back, requests.ts has the visitors' requests; all but the
 * first is by Firestore Lite (firestoreCalls.ts).
 */
import {
  arrayRemove,
  arrayUnion,
  collection,
  collectionGroup,
  doc,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  updateDoc,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { GALLERY_ORDER, MAX_QUOTES } from '../../domain/constants';
import type { ChosenQuote, GalleryWork, QuoteName } from '../../domain/types';
import type { BackendConfig } from '../../firebase/config';
import { parseReview, parseServiceTypes, parseWork } from '../../firebase/rest/parseDocuments';
import { parseQuotes, quotePath } from '../../firebase/rest/quotes';
import type { OwnerQuote, WorkReview } from '../ports';
import { removals } from './removals';
import { requests } from './requests';
import { answered, Conflict, failedOwnerWrite, getAt, readPage, written } from './firestoreCalls';
import { listWorks } from './listedWorks';

async function withReview(firestore: Firestore, quote: ChosenQuote): Promise<OwnerQuote> {
  const { name } = quote;
  const found = name && (await getAt(firestore, quotePath(name))).data();
  const review = found && parseReview(name.review, found);
  return { ...quote, ...(review && { review }) };
}

export function createOwnerDocuments(config: BackendConfig, firestore: Firestore, now: () => Date) {
  const gallery = collection(firestore, 'gallery');
  const configuration = doc(firestore, 'configurations', 'configurations');

  const get = (path: string) => getAt(firestore, path);
  /** Of the quotes and the service types: one document, and the one read is enough for both at the opening. */
  let configured: ReturnType<typeof get> | undefined;
  const readConfiguration = () => {
    const reading = get(configuration.path);
    configured = reading;
    reading.catch(() => (configured = undefined));
    return reading;
  };
  const chosen = async () => parseQuotes((await readConfiguration()).data() ?? {});
  /** Whether a refused choice could not be made by any owner: two others are chosen, or the review or its work is gone. */
  const isOvertaken = async (name: QuoteName) => {
    const path = quotePath(name);
    const [review, work, all] = await Promise.all([
      get(path),
      get(`gallery/${name.work}`),
      chosen(),
    ]);
    const others = all.filter(({ entry }) => entry !== path);
    return !review.exists() || !work.exists() || others.length >= MAX_QUOTES;
  };

  /** The title of the work behind a place in this direction of the gallery's order, other than `own`. */
  const titleBeside = async (
    direction: 'asc' | 'desc',
    created: string,
    own: string | undefined,
  ) => {
    const { docs } = await read(
      query(
        gallery,
        orderBy(GALLERY_ORDER, direction),
        startAfter(Timestamp.fromDate(new Date(created))),
        // The work itself may stand there.
        limit(2),
      ),
    );
    const [other] = docs.filter(({ id }) => id !== own);
    return other && parseWork(other.id, other.data()).title;
  };

  return {
    /** All of a work; undefined if it is gone. Rejects when it cannot be read, as all reads here. */
    async work(id: string): Promise<GalleryWork | undefined> {
      const found = await get(`gallery/${id}`);
      return found.exists() ? parseWork(id, found.data()) : undefined;
    },
    ...listWorks(config),
    /**
     * The titles of the works before and after a moment (ISO 8601) in the gallery, other than `own`; undefined where there
     * is none.
     */
    async neighbours(created: string, own?: string): Promise<{ before?: string; after?: string }> {
      const [before, after] = await Promise.all([
        titleBeside('desc', created, own),
        titleBeside('asc', created, own),
      ]);
      return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    },
    /** The reviews of all works, newest first. */
    reviews: (after?: unknown) =>
      readPage(
        query(collectionGroup(firestore, 'reviews'), orderBy('created', 'desc')),
        after,
        toWorkReview,
      ),
    /** What a request can name. */
    services: async () =>
      parseServiceTypes((await (configured ?? readConfiguration())).data() ?? {}),
    quotes: async () => Promise.all((await chosen()).map((quote) => withReview(firestore, quote))),
    /** Adds the review to the quotes. Those that another owner has chosen meanwhile stay. */
    choose: (name: QuoteName) =>
      written(async () => {
        const writing = updateDoc(configuration, { quotes: arrayUnion(quotePath(name)) });
        await writing.catch(async (error: unknown) => {
          const isRefused = failedOwnerWrite(error) === 'refused';
          throw isRefused && (await isOvertaken(name))
            ? new Conflict('It cannot be chosen.')
            : error;
        });
      }),
    /** Takes an entry from the quotes, whatever it is. */
    unchoose: (entry: unknown) =>
      written(() => updateDoc(configuration, { quotes: arrayRemove(entry) })),
    ...removals(firestore, now),
    ...requests(firestore),
  };
}

export type OwnerDocuments = ReturnType<typeof createOwnerDocuments>;

const read = (what: Query) => answered(getDocs(what));

/** Undefined for what cannot be shown, because somebody has typed it wrong in the console. */
function toWorkReview(entry: QueryDocumentSnapshot): WorkReview | undefined {
  const review = parseReview(entry.id, entry.data());
  const work = entry.ref.parent.parent;
  return review && work ? { work: work.id, review } : undefined;
}
