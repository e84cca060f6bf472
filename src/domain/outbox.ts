import type { RequestFields } from './types';

/** An image in the form, as it was chosen; its file lies in the database under `id`. */
export interface ChosenImage {
  id: string;
  name: string;
  /** MIME type, by the file's first bytes. */
  type: string;
}

/** What is in the form, kept with every change. */
export interface Draft {
  fields: RequestFields;
  images: ChosenImage[];
  /** The refused record that it was taken from, and whose place it takes when it is sent. */
  replaces?: string;
  /** When the form was first opened for it, in milliseconds since 1970. */
  openedAt?: number;
  /** When the visitor last changed it, in milliseconds since 1970; the store stamps it. */
  touchedAt?: number;
}

/**
 * What may tell a program from a visitor: what a field holds that visitors never see, and the seconds
 * between opening the form and sending it. For the owner's export, never a reason to refuse.
 */
export interface SpamSignals {
  honeypot: string;
  seconds: number;
}

/** A chosen image with its file. */
export interface ChosenFile extends ChosenImage {
  file: Blob;
}

/** How far a delivery has come; each step is safe to repeat. */
export type DeliveryStep = 'create' | 'upload' | 'attach';

/** Why a record waits for the visitor: what the server answered, and to which step. */
export interface Attention {
  step: DeliveryStep;
  status: number;
  message: string;
  /** When and by which version of the app: it is tried again a day later, and by the next version. */
  at?: number;
  version?: number;
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
export interface Receipt {
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

/** Progress of the images of one record. Bytes include the thumbnails; `count` is images done. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  count: number;
  total: number;
}

/** What the outbox holds. */
export interface OutboxContent {
  /** Everything that waits, oldest first. */
  waiting: OutboxSummary[];
  /** What of the newest requests was sent from here, oldest first. */
  receipts: Receipt[];
}

/** Whether its pictures are on their way, as far as the record says: nobody has put it off. */
export function isUploading(record: OutboxSummary): boolean {
  const { step, notBefore, progress, needsAttention, forPage } = record;
  return step !== 'create' && notBefore === 0 && progress.total > 0 && !needsAttention && !forPage;
}
