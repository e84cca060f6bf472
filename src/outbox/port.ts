/** The outbox as the screens see it. */
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

/** Fields without a comment are those of `record.ts`. */
export interface OutboxSummary {
  key: string;
  id: string;
  fields: RequestFields;
  imageNames: string[];
  missing?: string[];
  /** A page is reading a file that it waits for. */
  isAwaiting?: true;
  savedAt: EpochMs;
  step: DeliveryStep;
  attempts: number;
  notBefore: EpochMs;
  progress: UploadProgress;
  needsAttention?: Attention;
  forPage?: true;
  /** It is only in the memory of this page, and lost when the page is closed. */
  inMemory?: true;
  /**
   * It is sent without a page, too: the browser has registered a sync, the worker has accepted it, it is on the disk, and
   * only the network keeps it back.
   */
  goesOn?: true;
}

export interface OutboxLists {
  waiting: OutboxSummary[];
  /** Oldest first. */
  sentRequests: SentRequest[];
}

/** Whether a record says that its pictures are being uploaded: it has some, and nothing holds it up. */
export function isUploading(record: OutboxSummary): boolean {
  const { step, notBefore, progress, needsAttention, forPage } = record;
  const isHeldUp = needsAttention ?? forPage;
  return step !== 'create' && notBefore === 0 && progress.total > 0 && !isHeldUp;
}

export interface RequestToSave {
  /** As they are sent: `subject` is in the description. */
  fields: RequestFields;
  /** For the form, if the request comes back. */
  subject?: Subject;
  /** `isStored`: the file is already in the database, with the draft. */
  images: (ChosenFile & { isStored: boolean })[];
  /** The request is saved at once, and waits for them a little. */
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
  bring(key: string, file: ChosenFile): Promise<void>;
  /** The request goes without these files. They are named as left out. */
  leaveOut(key: string, ids: readonly string[]): Promise<void>;
  read(): Promise<OutboxLists>;
  /**
   * Calls `onLists` with the outbox's lists soon, and after every change by any page or the worker, at
   * most once a frame. Calls `onFailure` when the outbox could not be read.
   */
  follow: FollowOutbox;
  /** Ignores back-off. */
  tryAllNow(): void;
  retry(key: string): Promise<void>;
  /** Resolves to `arrived` when the server already had its text. */
  remove(key: string): Promise<'removed' | 'arrived'>;
  reopen(key: string): Promise<LoadedDraft | undefined>;
  /** In every page. Never rejects. */
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
