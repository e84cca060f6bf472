/** The outbox as the screens see it: the waiting records, the sent requests, and the actions on them. */
import type {
  Attention,
  ChosenImage,
  DeliveryStep,
  Draft,
  SaveResult,
  SentRequest,
  SavedIn,
  UploadProgress,
  SpamSignals,
} from '../domain/types';
import type { Subject } from '../domain/subject';
import type { EpochMs } from '../domain/clock';
import type { RequestFields } from '../domain/requestFields';
import type { Unsubscribe } from '../lib/results';

export interface ChosenFile extends ChosenImage {
  file: Blob;
}

/** A waiting record, as a screen shows it. Fields without a comment are those of `record.ts`. */
export interface OutboxSummary {
  key: string;
  id: string;
  fields: RequestFields;
  /** Names of all pictures of the request, also of those that are left out. */
  imageNames: string[];
  /** Names of the pictures that are left out. */
  missing?: string[];
  /** The record waits for a file that a page is still reading. */
  isAwaiting?: true;
  savedAt: EpochMs;
  step: DeliveryStep;
  attempts: number;
  notBefore: EpochMs;
  /** How much of its pictures is uploaded. */
  progress: UploadProgress;
  needsAttention?: Attention;
  forPage?: true;
  /** The record is only in the memory of this page, and lost when the page is closed. */
  inMemory?: true;
  /**
   * The record is sent without a page, too: the browser has registered a sync, the worker has accepted it, it is on the
   * disk, and only the network keeps it back.
   */
  goesOn?: true;
}

export interface OutboxLists {
  waiting: OutboxSummary[];
  /** The newest requests that were sent from this device, oldest first. */
  sentRequests: SentRequest[];
}

/** Whether a record says that its pictures are being uploaded: it has some, and nothing holds it up. */
export function isUploading(record: OutboxSummary): boolean {
  const { step, notBefore, progress, needsAttention, forPage } = record;
  const isHeldUp = needsAttention ?? forPage;
  return step !== 'create' && notBefore === 0 && progress.total > 0 && !isHeldUp;
}

export interface RequestToSave {
  /** The fields as they are sent: `subject` is in the description. */
  fields: RequestFields;
  /** The work that the request is about, for the form if the request comes back. */
  subject?: Subject;
  /** `isStored`: the file is already in the database, with the draft. */
  images: (ChosenFile & { isStored: boolean })[];
  /** Files that are still being read. The request is saved at once, and waits for them a little. */
  awaited?: readonly { id: string; name: string }[];
  /** Names of chosen files that do not belong to the request: there is no room. */
  leftOut?: readonly string[];
  /** The key of the refused record that this request replaces. */
  replaces?: string;
  /** The record's key: the id of exactly this draft, which another tab may have in its form, too. Without: a new one. */
  key?: string;
  signals: SpamSignals;
}

export type FollowOutbox = (
  onLists: (lists: OutboxLists) => void,
  onFailure?: (error: unknown) => void,
) => Unsubscribe;

export interface OutboxPort {
  /**
   * Saves a request with its chosen files, then starts its delivery. If the device cannot save it, or if that is
   * wanted, the request is in the page's memory: it is sent only while the page is open.
   */
  save(request: RequestToSave, store: SavedIn): Promise<SaveResult>;
  /** Saves a file that a saved request waits for. */
  bring(key: string, file: ChosenFile): Promise<void>;
  /** A saved request goes without these files, which it has waited for. They are named as left out. */
  leaveOut(key: string, ids: readonly string[]): Promise<void>;
  read(): Promise<OutboxLists>;
  /**
   * Calls `onLists` with the outbox's lists soon, and after every change by any page or the worker, at
   * most once a frame. Calls `onFailure` when the outbox could not be read.
   */
  follow: FollowOutbox;
  /** Starts a delivery now, whatever the back-off of the records. */
  tryAllNow(): void;
  retry(key: string): Promise<void>;
  /** Deletes a record. Resolves to `arrived` when the server already had its text. */
  remove(key: string): Promise<'removed' | 'arrived'>;
  reopen(key: string): Promise<LoadedDraft | undefined>;
  /** Marks sent requests as announced to the visitor, in every page. Never rejects. */
  markAnnounced(keys: string[]): Promise<void>;
}

/** `lost`: names of images whose files cannot be read any more. */
export type LoadedDraft = Omit<Draft, 'images'> & { images: ChosenFile[]; lost?: string[] };

export interface DraftPort {
  /** Whether there is a draft that is not blank. */
  isBegun(): Promise<boolean>;
  load(): Promise<LoadedDraft | undefined>;
  /** Overwrites the draft, stores the `added` files and deletes the `removed` ones (by id). */
  save(draft: Draft, added: ChosenFile[], removed: string[]): Promise<void>;
  clear(imageIds: string[]): Promise<void>;
}
