/**
 * What the screens need from the outside, as plain interfaces: `src/app` provides them, features use
 * them, tests may replace them. Nothing here knows Firebase, IndexedDB or the worker.
 */
import type { DeliveryEvent, OutboxSummary, PreparedImage } from './outbox';
import type { GalleryWork, RequestFields, Review, ServiceType, SignedInUser } from './types';

export type Unsubscribe = () => void;

/** Tells a failure; never anything that a visitor typed, and no token. */
export type Log = (message: string, error?: unknown) => void;

/** Why a read gave nothing: `missing` is the server's definite 404, the others may pass. */
export type ReadFailure = 'missing' | 'offline' | 'failed';
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };

export interface GalleryPort {
  /** All works, oldest first; `onFirst` may be called with the first ones of many before. */
  list(
    signal?: AbortSignal,
    onFirst?: (works: GalleryWork[]) => void,
  ): Promise<ReadResult<GalleryWork[]>>;
  /** Follows the gallery live once the page is idle; `onWorks` is called with every change. */
  follow(onWorks: (works: GalleryWork[]) => void): Unsubscribe;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
  /** Reviews of a work, newest first. */
  reviews(workId: string, signal?: AbortSignal): Promise<ReadResult<Review[]>>;
}

export interface ServicesPort {
  /** The service types a request can name. */
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
}

export type SaveResult =
  | {
      outcome: 'saved';
      key: string;
      /** It was saved before, perhaps by another tab; it may even be sent. */
      already?: true;
    }
  /** No durable storage here, or it is full: nothing was saved. */
  | { outcome: 'unavailable' | 'full' };

export interface SaveOptions {
  /** The refused record that this form took back; the new one takes its place. */
  replaces?: string;
  /** The key to save under; what is saved or sent under it already is not saved again. */
  key?: string;
  /** Names of the stored drafts that are dropped with it; without them any draft is. */
  drafts?: string[];
}

export interface OutboxPort {
  /** Saves a request and its pictures in one strict transaction, then asks for its delivery. */
  save(fields: RequestFields, images: PreparedImage[], options?: SaveOptions): Promise<SaveResult>;
  /** Delivers without saving; rejects when the server cannot be reached or refuses. */
  sendDirectly(
    fields: RequestFields,
    images: PreparedImage[],
    onEvent: (event: DeliveryEvent) => void,
    /** The key under which it could not be saved. */
    key?: string,
  ): Promise<void>;
  /** Everything that waits, oldest first. */
  list(): Promise<OutboxSummary[]>;
  subscribe(onEvent: (event: DeliveryEvent) => void): Unsubscribe;
  /** Starts a delivery now, ignoring back-off. */
  tryNow(): void;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
  /** Takes a record that needs attention back into the form: its fields and pictures. */
  reopen(key: string): Promise<{ fields: RequestFields; images: PreparedImage[] } | undefined>;
  /** Whether this record was delivered (its receipt is there); for a page that was loaded again. */
  wasSent(key: string): Promise<boolean>;
}

/** A picture in the form before it is sent, with what its preview needs; `id` is unique in the draft. */
export interface PreparedDraftImage extends PreparedImage {
  id: string;
  unprepared?: undefined;
}

/**
 * A chosen picture that was kept before it was prepared. As it is: who reads its bytes first loses it
 * to a reload that comes meanwhile.
 */
export interface ChosenDraftImage {
  id: string;
  name: string;
  type: string;
  file: Blob;
  unprepared: true;
}

export type DraftImage = PreparedDraftImage | ChosenDraftImage;

export interface Draft {
  fields: RequestFields;
  images: DraftImage[];
  /** The refused record that this draft was taken from. */
  replaces?: string;
  /** Names the draft, for every tab that shows it. */
  draft?: string;
}

/** What is kept with a draft's fields: its name, and the refused record that it was taken from. */
export interface DraftOrigin {
  draft: string;
  replaces?: string;
}

export interface DraftPort {
  load(): Promise<Draft | undefined>;
  saveFields(fields: RequestFields, origin: DraftOrigin): Promise<void>;
  saveImages(images: DraftImage[], draft: string): Promise<void>;
  /** Drops the draft if it has one of these names; another tab's stays. */
  clear(drafts: string[]): Promise<void>;
}

export interface ImagePort {
  /**
   * Re-encodes a chosen picture and makes its thumbnail. A HEIC or AVIF that cannot be decoded goes as
   * it is with a placeholder; rejects only for what is no picture.
   */
  prepare(file: File): Promise<PreparedImage>;
}

/**
 * How a sign-in ended. `cancelled`: a second one took its place. `unauthorized`: the project does not
 * list this site's domain. `timedOut`: an iOS home-screen app, where a closed popup cannot be seen.
 */
export type SignInOutcome =
  | { outcome: 'signedIn'; user: SignedInUser }
  | {
      outcome:
        'closed' | 'blocked' | 'cancelled' | 'unauthorized' | 'unreachable' | 'timedOut' | 'failed';
    };

export interface AuthPort {
  /** Loads the sign-in code; may be repeated after a failure. Rejects when it cannot be loaded. */
  prepare(): Promise<void>;
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
  /** Whether this user (the one signed in) has reviewed the work. Rejects when that cannot be read. */
  hasReviewed(workId: string, uid: string): Promise<boolean>;
  /** May be repeated with the same review: what an unanswered try has written is found. Never rejects. */
  post(workId: string, review: Omit<Review, 'created'>): Promise<PostOutcome>;
}

/** What the version check needs from the browser and the backend. */
export interface VersionPort {
  /** The stored `version/current`; null when missing, not a number or unreachable. Never rejects. */
  stored(): Promise<number | null>;
  /** Asks the service worker to look for an update; settles when it has looked. */
  updateWorker(): Promise<void>;
  /** The stored version this tab has already reloaded for. */
  reloadedFor(): number | null;
  /** Remembers that for the life of the tab; false when it cannot be remembered. */
  rememberReload(version: number): boolean;
  /** Runs `task` as soon as a reload would lose nothing; at once when that is now. */
  whenSafe(task: () => void): void;
  /** Reloads the page into the new client where there is one; settles when that has begun. */
  reload(): Promise<void>;
}
