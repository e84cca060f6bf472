/**
 * What the owner's page reads and writes in Firestore: works, the reviews of all works, the quotes. Lists of works are
 * public reads (listedWorks.ts), and removals.ts removes and puts back; the rest is by Firestore Lite (firestoreCalls.ts).
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
import type { ChosenQuote, QuoteName } from '../../domain/types';
import type { BackendConfig } from '../../firebase/config';
import { parseReview, parseWork } from '../../firebase/rest/parseDocuments';
import { parseQuotes, quotePath } from '../../firebase/rest/quotes';
import type {
  Arrival,
  Arrivals,
  MailNews,
  OwnerDocumentsPort,
  OwnerQuote,
  Page,
  WorkReview,
} from '../ports';
import { removals } from './removals';
import { answered, Conflict, failedOwnerWrite, getAt, readPage, written } from './firestoreCalls';
import { listWorks } from './listedWorks';
import { fieldsOf } from '../../firebase/rest/httpCall';

/** The rules let owners list no more. */
const MOST_ARRIVALS = 20;

/** The review of a choice, if it is there. */
async function withReview(firestore: Firestore, quote: ChosenQuote): Promise<OwnerQuote> {
  const { name } = quote;
  const found = name && (await getAt(firestore, quotePath(name))).data();
  const review = found && parseReview(name.review, found);
  return { ...quote, ...(review && { review }) };
}

export function createOwnerDocuments(
  config: BackendConfig,
  firestore: Firestore,
  now: () => Date,
): OwnerDocumentsPort {
  const gallery = collection(firestore, 'gallery');
  const configuration = doc(firestore, 'configurations', 'configurations');

  const get = (path: string) => getAt(firestore, path);
  const chosen = async () => parseQuotes((await get(configuration.path)).data() ?? {});
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
    async work(id) {
      const found = await get(`gallery/${id}`);
      return found.exists() ? parseWork(id, found.data()) : undefined;
    },
    ...listWorks(config),
    async neighbours(created, own) {
      const [before, after] = await Promise.all([
        titleBeside('desc', created, own),
        titleBeside('asc', created, own),
      ]);
      return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    },
    reviews: (after) =>
      readPage(
        query(collectionGroup(firestore, 'reviews'), orderBy('created', 'desc')),
        after,
        toWorkReview,
      ),
    arrivals: () => readArrivals(firestore),
    quotes: async () => Promise.all((await chosen()).map((quote) => withReview(firestore, quote))),
    choose: (name) =>
      written(async () => {
        const writing = updateDoc(configuration, { quotes: arrayUnion(quotePath(name)) });
        await writing.catch(async (error: unknown) => {
          const isRefused = failedOwnerWrite(error) === 'refused';
          throw isRefused && (await isOvertaken(name))
            ? new Conflict('It cannot be chosen.')
            : error;
        });
      }),
    unchoose: (entry) => written(() => updateDoc(configuration, { quotes: arrayRemove(entry) })),
    ...removals(firestore, now),
  };
}

const read = (what: Query) => answered(getDocs(what));

async function readArrivals(firestore: Firestore): Promise<Page<Arrivals, never>> {
  const stored = (await getAt(firestore, 'alerts/arrivals')).data() ?? {};
  // The marks of the first address: they need not be the first that were made.
  const { marks = 'alerts', ...noted } = stored as Omit<Arrivals, 'newest'> & { marks?: string };
  const newestFirst = query(collection(firestore, marks), orderBy('created', 'desc'));
  const { docs } = await read(query(newestFirst, limit(MOST_ARRIVALS)));
  const newest = docs.map(toArrival).filter(({ text, pictures }) => text ?? pictures);
  return { items: [{ newest, ...noted }] };
}

/** The marks are the functions' own (functions/src/core/marks.ts). */
function toArrival(entry: QueryDocumentSnapshot): Arrival {
  const { created, text, pictures } = entry.data();
  const [ofText, ofPictures] = [toMailNews(text), toMailNews(pictures)];
  return {
    id: entry.id,
    created: Number(created),
    ...(ofText && { text: ofText }),
    ...(ofPictures && { pictures: ofPictures }),
  };
}

function toMailNews(mark: unknown): MailNews | undefined {
  const { state, since, digest, due } = fieldsOf(mark);
  if (state === undefined) return undefined;
  const isWordless = String(digest).startsWith('numbers-');
  const isSent = state === 'sent';
  const ofWords = isSent ? 'mailed' : state === 'refused' ? 'refused' : 'waiting';
  const wordless = isSent ? 'mailedWithoutWords' : 'refused';
  return {
    state: isWordless ? wordless : ofWords,
    since: Number(since),
    ...(isSent && typeof due === 'number' && { due }),
  };
}

/** Undefined for what cannot be shown, because somebody has typed it wrong in the console. */
function toWorkReview(entry: QueryDocumentSnapshot): WorkReview | undefined {
  const review = parseReview(entry.id, entry.data());
  const work = entry.ref.parent.parent;
  return review && work ? { work: work.id, review } : undefined;
}
