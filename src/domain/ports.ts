/**
 * What the screens need from the outside, as plain interfaces: `src/start` provides them, screens use
 * them, tests may replace them. Nothing here knows Firebase, IndexedDB or the worker.
 */
import type { ChosenFile, Draft } from './outbox';
import type { OutboxContent, SpamSignals } from './outbox';
import type { GalleryWork, RequestFields, Review, ServiceType, SignedInUser } from './types';

export type Unsubscribe = () => void;

/** Why a read gave nothing: `missing` is the server's definite 404, the others may pass. */
export type ReadFailure = 'missing' | 'offline' | 'failed';
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };

export interface GalleryPort {
  /** All works, oldest first. */
  list(signal?: AbortSignal): Promise<ReadResult<GalleryWork[]>>;
  /** Follows the gallery live once the page is idle; `onWorks` is called with every change. */
  follow(onWorks: (works: GalleryWork[]) => void): Unsubscribe;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
  /** Reviews of a work, newest first. */
  reviews(workId: string, signal?: AbortSignal): Promise<ReadResult<Review[]>>;
}

export interface ConfigurationPort {
  /** The service types a request can name. */
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
  /** The stored version; never from a cache. */
  version(): Promise<ReadResult<number>>;
}

/** `isKept`: on this device, so that it survives the page. */
export type SaveResult =
  | { outcome: 'saved'; key: string; isKept: boolean }
  /** The device's storage is full: nothing was saved. */
  | { outcome: 'full' };

/** A request as the form hands it over. */
export interface NewRequest {
  fields: RequestFields;
  /** `isStored`: its file is in the database already, with the draft. */
  images: (ChosenFile & { isStored: boolean })[];
  /** The refused record that it takes the place of. */
  replaces?: string;
  signals: SpamSignals;
}

export type FollowOutbox = (
  onContent: (content: OutboxContent) => void,
  onFailure?: (error: unknown) => void,
) => Unsubscribe;

export interface OutboxPort {
  /**
   * Saves a request with its images as they were chosen, then asks for its delivery. Where the device
   * cannot keep it, or `inMemory` says so, it lives and is sent as long as the page is open.
   */
  save(request: NewRequest, inMemory: boolean): Promise<SaveResult>;
  read(): Promise<OutboxContent>;
  /**
   * Tells what the outbox holds: soon, and after every change, whoever made it, at most once a frame.
   * `onFailure`: it could not be read.
   */
  follow: FollowOutbox;
  /** Starts a delivery now, ignoring back-off. */
  tryNow(): void;
  /** Tries a record once more although the server has refused its pictures. */
  retry(key: string): Promise<void>;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
  /** Takes a record whose create was refused back into the form: its content becomes the draft. */
  reopen(key: string): Promise<LoadedDraft | undefined>;
  /** Notes that the visitor knows these to be sent, and tells every page. Never rejects. */
  noteTold(keys: string[]): Promise<void>;
}

/** A draft with the files of its images; one that cannot be read any more is not in it. */
export type LoadedDraft = Omit<Draft, 'images'> & { images: ChosenFile[] };

export interface DraftPort {
  /** Whether there is one with anything in it. */
  isBegun(): Promise<boolean>;
  load(): Promise<LoadedDraft | undefined>;
  /** Writes the draft over the last one, with the files that are new and without those that went. */
  save(draft: Draft, added: ChosenFile[], removed: string[]): Promise<void>;
  /** Drops the draft, and these images of it. */
  clear(imageIds: string[]): Promise<void>;
}

/**
 * How a sign-in ended. `cancelled`: a second one took its place. `unauthorized`: the project does not
 * list this site's domain.
 */
export type SignInOutcome =
  | { outcome: 'signedIn'; user: SignedInUser }
  | {
      outcome: 'closed' | 'blocked' | 'cancelled' | 'unauthorized' | 'unreachable' | 'failed';
    };

export interface AuthPort {
  /** Loads the sign-in code; may be repeated after a failure. Rejects when it cannot be loaded. */
  prepare(): Promise<unknown>;
  /** Tells who is signed in (null: nobody), once that is known and after every change. */
  onUser(onUser: (user: SignedInUser | null) => void): Unsubscribe;
  /** Opens the popup; call it right in the click, or browsers block it. Never rejects. */
  signIn(): Promise<SignInOutcome>;
  signOut(): Promise<void>;
}

/** What a visitor writes about a work. */
export interface NewReview {
  /** 1 to 5; 0 while it is not rated. */
  stars: number;
  text: string;
}

/** The review in the form, kept on the device until it is accepted or discarded. */
export interface KeptReview extends NewReview {
  /** Chosen with the first try to post it and the same with every further one; null before that. */
  id: string | null;
  /** The last try met the server's definite no. */
  isRefused: boolean;
}

/**
 * How posting ended. `accepted`: a review of this user and work stands. `refused`: the server's definite
 * no. `unreachable`: no answer, so it may have arrived or not.
 */
export type PostOutcome = 'accepted' | 'refused' | 'unreachable';

export interface ReviewPort {
  /**
   * Whether the person who is signed in has reviewed the work, with this account or an earlier one.
   * Rejects when that cannot be read.
   */
  hasReviewed(workId: string, googleId: string): Promise<boolean>;
  /** May be repeated with the same review: what an unanswered try has written is found. Never rejects. */
  post(workId: string, review: Omit<Review, 'created'>, googleId: string): Promise<PostOutcome>;
}

/** What a reload would do now: lose something, or only disturb somebody; `none` where neither. */
export type Harm = 'loss' | 'disturbance' | 'none';

/** When the page may be reloaded, or a new worker take over. */
export interface Safety {
  /** Says what harm a reload would do to `what`; `none` ends an earlier report. */
  report(what: string, harm: Harm): void;
  /**
   * Runs `task` once a reload has done no harm for a moment; at once when that is now. With `mayDisturb` it
   * waits only for what would be lost.
   */
  whenSafe(task: () => void, options?: { mayDisturb: boolean }): void;
}

/** What the page does with its service worker. */
export interface PageWorker {
  /** Settles when a version is active (without workers: with the first screen); where they fail it never does. */
  ready: Promise<unknown>;
  /** Asks the browser to look for a new worker; settles when it has looked. */
  update(): Promise<void>;
  /** Reloads the page, by way of a newer worker that waits or is being installed. */
  reload(): Promise<void>;
}

/**
 * Queues a piece of work; returns how to call it off while it waits. Its failure is its own business, and
 * the next piece waits for it for no more than five seconds.
 */
export type Later = (task: () => Promise<unknown>) => () => void;
