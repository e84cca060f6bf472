/** The outbox as the screens see it: what waits, what was sent, and what can be done with it. */
import type { SaveResult } from '../../machines/requestFormTypes';
import type {
  Attention,
  ChosenImage,
  DeliveryStep,
  Draft,
  SpamSignals,
  UploadProgress,
} from '../domain/types';
import type { RequestFields } from '../domain/requestFields';
import type { Unsubscribe } from './reads';

export type { SaveResult };

/** A chosen image with its file. */
export interface ChosenFile extends ChosenImage {
  file: Blob;
}

/** A record as the page lists it: everything but the bytes. */
export interface OutboxSummary {
  key: string;
  id: string;
  fields: RequestFields;
  imageNames: string[];
  savedAt: number;
  step: DeliveryStep;
  attempts: number;
  notBefore: number;
  progress: UploadProgress;
  needsAttention?: Attention;
  /** An image of it waits for a page, because the worker could not open it. */
  forPage?: true;
  /** Not kept on this device: it is lost with the page. */
  inMemory?: true;
}

/** What stays of a request that was sent. */
export interface SentRequest {
  key: string;
  /** The number it arrived under. */
  id: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** No screen has said yet that it was sent. */
  isUntold?: true;
  /** Names of its pictures that could not be used and were left out, until a screen has said so. */
  missing?: string[];
}

/** What the outbox holds. */
export interface OutboxContent {
  /** Everything that waits, oldest first. */
  waiting: OutboxSummary[];
  /** What of the newest requests was sent from here, oldest first. */
  receipts: SentRequest[];
}

/** Whether its pictures are on their way, as far as the record says: nobody has put it off. */
export function isUploading(record: OutboxSummary): boolean {
  const { step, notBefore, progress, needsAttention, forPage } = record;
  return step !== 'create' && notBefore === 0 && progress.total > 0 && !needsAttention && !forPage;
}

/** A request as the form hands it over. */
export interface RequestToSave {
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
  save(request: RequestToSave, inMemory: boolean): Promise<SaveResult>;
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
