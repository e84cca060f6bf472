/**
 * The visitors' requests, for owners: their words, and what the marks of their mails say (functions/src/core/marks.ts).
 * Nothing of it is kept on the phone.
 */
import {
  collection,
  doc,
  endAt,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  startAt,
  Timestamp,
  updateDoc,
  type DocumentData,
  type Firestore,
  type QueryConstraint,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { ANSWERED_REQUEST_STATUS, INITIAL_REQUEST_STATUS } from '../../domain/constants';
import { addressOf, fieldsOf } from '../../firebase/rest/httpCall';
import { log } from '../../lib/log';
import type { Counted, MailNews, OwnerRequest, Page } from '../ports';
import { withTimeout, Conflict, failedOwnerWrite, getAt, written } from './firestoreCalls';

/** The rules let owners list no more at once. */
export const PAGE_SIZE = 20;

/** A mark has the time at which its request was stored, which may be this much later than the request's: ms. */
const LATER_MARK = 5000;

type Cursor = QueryDocumentSnapshot;

export function requests(firestore: Firestore) {
  const newestFirst = (path: string, ...more: QueryConstraint[]) =>
    query(collection(firestore, path), orderBy('created', 'desc'), ...more, limit(PAGE_SIZE));
  let noted: Promise<Noted> | undefined;
  const readNoted = () => {
    const reading = getAt(firestore, 'alerts/arrivals').then((found) => notedIn(found.data()));
    noted = reading;
    reading.catch(() => (noted = undefined));
    return reading;
  };

  /**
   * With the marks of the same time: those of the first address, which need not be the first that were made. `isNewest`:
   * nothing newer is stored.
   */
  const withMails = async (docs: readonly QueryDocumentSnapshot[], isNewest: boolean) => {
    if (docs.length === 0) return [];
    const from = millisecondsOf(docs[0]!.data()['created']) + LATER_MARK;
    const marked = await readMarks(isNewest ? [] : [startAt(from)]).catch((error: unknown) => {
      // The words do not wait for what became of their mails.
      log('The marks of the mails could not be read.', error);
      return new Map<string, DocumentData>();
    });
    return docs.map((entry) => toRequest(entry.id, entry.data(), marked.get(entry.id)));
  };

  const readMarks = async (place: QueryConstraint[]) => {
    const { marks = 'alerts' } = await (noted ?? readNoted());
    const { docs } = await withTimeout(getDocs(newestFirst(marks, ...place)));
    return new Map(docs.map((entry) => [entry.id, entry.data()]));
  };

  return {
    /** The newest first, 20 at a time. Rejects when they cannot be read. */
    async list(after?: unknown): Promise<Page<OwnerRequest, Cursor>> {
      const place = after ? [startAfter(after as Cursor)] : [];
      // Asked for beside the list: a round trip less.
      if (!noted) void readNoted().catch(() => undefined);
      const { docs } = await withTimeout(getDocs(newestFirst('requests', ...place)));
      const last = docs.length === PAGE_SIZE ? docs[PAGE_SIZE - 1] : undefined;
      return { items: await withMails(docs, !after), ...(last && { next: last }) };
    },
    /** The ids of those that came at this time (ISO 8601) or later, 20 at most. */
    async since(created: string): Promise<string[]> {
      // With that moment: a request may become visible after one of a later time.
      const since = endAt(Timestamp.fromDate(new Date(created)));
      const { docs } = await withTimeout(getDocs(newestFirst('requests', since)));
      return docs.map(({ id }) => id);
    },
    /** Without what became of its mails. Undefined if it was deleted. */
    async read(id: string): Promise<OwnerRequest | undefined> {
      const found = await getAt(firestore, `requests/${id}`);
      return found.exists() ? toRequest(found.id, found.data()) : undefined;
    },
    async counted(): Promise<Counted> {
      const { ran, week } = await (noted ?? readNoted());
      return { ...(ran !== undefined && { ran }), ...(week !== undefined && { week }) };
    },
    /** A conflict where it was deleted. */
    setAnswered: (id: string, isAnswered: boolean) =>
      written(async () => {
        const status = isAnswered ? ANSWERED_REQUEST_STATUS : INITIAL_REQUEST_STATUS;
        const writing = updateDoc(doc(firestore, 'requests', id), { status });
        await writing.catch(async (error: unknown) => {
          // The rules refuse what is not there.
          const isGone =
            failedOwnerWrite(error) === 'refused' &&
            !(await getAt(firestore, `requests/${id}`)).exists();
          throw isGone ? new Conflict('It was deleted.') : error;
        });
      }),
  };
}

interface Noted extends Counted {
  /** Where the marks of the first address lie. */
  marks?: string;
}

function notedIn(data: DocumentData = {}): Noted {
  const { ran, week, marks } = data as Record<string, unknown>;
  return {
    ...(isTime(ran) && { ran }),
    ...(typeof week === 'number' && { week }),
    ...(typeof marks === 'string' && { marks }),
  };
}

/** The most that a `Date` takes; somebody may have typed it in the console. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15;

const millisecondsOf = (created: unknown): number =>
  created instanceof Timestamp ? created.toMillis() : 0;

/** Whatever stands there is shown: a request of an older shape, and what somebody has typed in the console. */
function toRequest(id: string, data: DocumentData, marks?: DocumentData): OwnerRequest {
  const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string) : '');
  const list = (name: string): unknown[] => (Array.isArray(data[name]) ? data[name] : []);
  const mails = { text: toMailNews(marks?.['text']), pictures: toMailNews(marks?.['pictures']) };
  return {
    id,
    created: new Date(millisecondsOf(data['created'])).toISOString(),
    isAnswered: data['status'] === ANSWERED_REQUEST_STATUS,
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    address: text('address'),
    description: text('description'),
    categories: list('categories').filter((one) => typeof one === 'string'),
    pictures: list('files').flatMap((file) => {
      const { url, thumb } = fieldsOf(file);
      const address = webAddress(url);
      return address === undefined ? [] : [{ url: address, thumb: webAddress(thumb) ?? address }];
    }),
    ...(mails.text && { text: mails.text }),
    ...(mails.pictures && { picturesMail: mails.pictures }),
  };
}

/** No `javascript:`, and nothing of this site. */
function webAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? addressOf(value) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

function toMailNews(mark: unknown): MailNews | undefined {
  const { state, since, digest, due } = fieldsOf(mark);
  if (state === undefined || !isTime(since)) return undefined;
  const isWordless = String(digest).startsWith('numbers-');
  const isSent = state === 'sent';
  const ofWords = isSent ? 'mailed' : state === 'refused' ? 'goesWithoutWords' : 'waiting';
  const wordless = isSent ? 'mailedWithoutWords' : 'goesWithoutWords';
  return {
    state: isWordless ? wordless : ofWords,
    since,
    ...(isSent && isTime(due) && { due }),
  };
}
