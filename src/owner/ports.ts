/**
 * The outside world of the owner's page: the sign-in, the stored works and reviews, and this phone's own storage. The real
 * one is put together in `main.tsx`.
 */
import type { OwnerAccount, OwnerSignIn } from '../../machines/ownerAccess';
import type {
  ChosenQuote,
  GalleryCard,
  GalleryWork,
  QuoteName,
  Review,
  ServiceType,
} from '../domain/types';
import type { PreparedWorkPicture } from '../pictures/prepareWorkPicture';
import type { Unsubscribe } from '../lib/results';
import type { KeptWork } from '../../machines/workEditorContext';

export interface OwnerSessionPort {
  /**
   * Calls `onAccount` with the account (null: nobody is signed in) once that is known, and after every change. The first null
   * comes when a click may open the popup, after 5 s at the latest.
   */
  onAccount(onAccount: (account: OwnerAccount | null) => void): Unsubscribe;
  /**
   * Opens the popup. Call it directly in the click's handler. `isMyPhone`: the session outlives the tab. Never rejects.
   */
  signIn(isMyPhone: boolean): Promise<OwnerSignIn>;
  /** The header of calls to Storage. Rejects when the token cannot be renewed, with the code of Auth. */
  authorization(): Promise<string>;
  /** Ends the session. Resolves when a click may open the popup again, after 5 s at the latest. */
  signOut(): Promise<void>;
}

/**
 * How a write has ended. `conflict`: somebody else has changed or removed what was to be changed. `refused`: the server's
 * definite no. `exhausted`: the project's quota is used up. `unreachable`: no answer, so it may have arrived.
 * `sessionEnded`: the sign-in is over.
 */
export type WriteOutcome =
  'stored' | 'conflict' | 'refused' | 'exhausted' | 'unreachable' | 'sessionEnded';

export type FailedOwnerWrite = Exclude<WriteOutcome, 'stored'>;

/** A part of a list. With `next` there is more behind it. */
export interface Page<Item, Cursor> {
  items: Item[];
  next?: Cursor;
}

/** A work as the page lists it. */
export interface ListedWork extends GalleryCard, Pick<GalleryWork, 'created'> {
  /** Where the gallery has it: the oldest work is number 1. Undefined where the works could not be counted. */
  place?: { number: number; of: number };
  /** When its document was created and last written, by the server: ISO 8601, of equal length. */
  made: string;
  written: string;
}

/** A review with the work that it is of. */
export interface WorkReview {
  work: string;
  review: Review;
}

/** What is chosen for the landing page. Without a review it is dead: the next review of this name would be quoted. */
export interface OwnerQuote extends ChosenQuote {
  review?: Review;
}

/** What became of a mail, and since when (milliseconds since 1970). `refused`: the mail server did not take its words. */
export interface MailNews {
  state: 'mailed' | 'mailedWithoutWords' | 'waiting' | 'refused';
  since: number;
  /** When words that a mail left out are tried again. */
  due?: number;
}

/** A request, with all its words as its visitor typed them. What is missing is an empty text. */
export interface OwnerRequest {
  /** Its number. */
  id: string;
  /** ISO 8601. */
  created: string;
  isAnswered: boolean;
  name: string;
  phone: string;
  email: string;
  address: string;
  description: string;
  /** Ids of service types. */
  categories: string[];
  pictures: { url: string; thumb: string }[];
  /** What became of its mails; undefined where no mark says so. */
  text?: MailNews;
  picturesMail?: MailNews;
}

/** `week`: how many requests came in the seven days before `ran`, when the hourly function ran last. */
export interface Counted {
  week?: number;
  ran?: number;
}

export interface RequestsPort {
  /** The newest first, 20 at a time. Rejects when they cannot be read. */
  requests(after?: RequestsCursor): Promise<Page<OwnerRequest, RequestsCursor>>;
  /** Those that came at this time (ISO 8601) or later, the newest first, 20 at most. */
  requestsSince(created: string): Promise<OwnerRequest[]>;
  /** Without what became of its mails. Undefined if it was deleted. */
  request(id: string): Promise<OwnerRequest | undefined>;
  counted(): Promise<Counted>;
  /** A conflict where it was deleted. */
  setAnswered(id: string, isAnswered: boolean): Promise<WriteOutcome>;
}

/** What was removed. `until` (ISO 8601): as long as it can be put back. */
interface Removed {
  until: string;
}
export type RemovedWork = Pick<GalleryWork, 'id' | 'title' | 'cover' | 'created'> & Removed;
export type TakenDownReview = WorkReview & Removed;

/** What an owner removes and puts back, within seven days. */
export interface RemovalsPort {
  /** Takes a work out of the gallery, its reviews out of sight, and these out of the quotes. */
  removeWork(id: string): Promise<WriteOutcome>;
  /** Puts it back as it was. Its reviews are not quoted again. */
  restoreWork(id: string): Promise<WriteOutcome>;
  /** What can be put back, the last removed first. Rejects when it cannot be read. */
  removedWorks(after?: RemovedCursor): Promise<Page<RemovedWork, RemovedCursor>>;
  /** How many reviews a work has. Rejects when they cannot be counted. */
  countReviews(work: string): Promise<number>;
  /** Takes a review out of its work, and out of the quotes. */
  takeDown(name: QuoteName): Promise<WriteOutcome>;
  /** Puts it back as it was; a conflict where its work is removed. It is not quoted again. */
  restoreReview(name: QuoteName): Promise<WriteOutcome>;
  /** The reviews that can be put back, the last taken down first. Rejects when they cannot be read. */
  takenDown(after?: RemovedCursor): Promise<Page<TakenDownReview, RemovedCursor>>;
}

export interface OwnerDocumentsPort extends RemovalsPort, RequestsPort {
  /** Works, newest first. Rejects when they cannot be read. */
  works(after?: WorksCursor): Promise<Page<ListedWork, WorksCursor>>;
  /** All of a work; undefined if it is gone. Rejects when it cannot be read. */
  work(id: string): Promise<GalleryWork | undefined>;
  /** The same in longer pages, to be searched: of a cover only the card's picture. */
  titles(after?: WorksCursor): Promise<Page<ListedWork, WorksCursor>>;
  /**
   * The titles of the works before and after a moment (ISO 8601) in the gallery, other than `own`; undefined where there
   * is none.
   */
  neighbours(created: string, own?: string): Promise<{ before?: string; after?: string }>;
  /** The reviews of all works, newest first. */
  reviews(after?: ReviewsCursor): Promise<Page<WorkReview, ReviewsCursor>>;
  /** What a request can name. Rejects when they cannot be read. */
  services(): Promise<ServiceType[]>;
  /** The titles of works by their ids, without those that are gone. Rejects when they cannot be read. */
  titlesOf(works: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Which reviews the landing page quotes. */
  quotes(): Promise<OwnerQuote[]>;
  /** Adds the review to the quotes. Those that another owner has chosen meanwhile stay. */
  choose(name: QuoteName): Promise<WriteOutcome>;
  /** Takes an entry from the quotes, whatever it is. */
  unchoose(entry: unknown): Promise<WriteOutcome>;
}

/** Places in the lists. They are never stored. */
export type WorksCursor = unknown;
export type ReviewsCursor = unknown;
export type RemovedCursor = unknown;
export type RequestsCursor = unknown;

/**
 * This phone's storage of the one work that is not published yet, or is corrected. Where the phone stores nothing, the
 * page's memory does.
 */
export interface KeptWorkPort {
  load(): Promise<KeptWork | null>;
  /** Replaces all but the files. */
  save(work: KeptWork): Promise<void>;
  /** The chosen file of a picture, until it is prepared. */
  keepFile(id: string, file: Blob): Promise<void>;
  /** Takes the place of the picture's file. */
  keepPrepared(id: string, picture: PreparedWorkPicture): Promise<void>;
  /** Undefined if there is none. Rejects where the phone cannot say. */
  file(id: string): Promise<Blob | undefined>;
  /** Undefined if there is none. Rejects where the phone cannot say. */
  prepared(id: string): Promise<PreparedWorkPicture | undefined>;
  removeFiles(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** False where a reload loses the work, as in some private windows. */
  isKept(): Promise<boolean>;
}

/** `no`: a reload loses the work. `forADay`: the phone is not the owner's. */
export type Keeping = 'no' | 'forADay' | 'untilPublished';

/** The same storage, with what the page does so that the work stays, and goes in time. */
export interface PhonePort extends KeptWorkPort {
  keeping(): Promise<Keeping>;
}
