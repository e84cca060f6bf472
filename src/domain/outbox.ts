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

/**
 * What the deliverer (worker or page) tells about a record. `key` is the record's local key.
 * `created`: the text is on the server. `sent`: everything is. `postponed`: unreachable, will be
 * retried. `saved`: a page has saved it. `refused`: the server's definite no; the record needs the visitor.
 * `undecoded`: the worker cannot open an image of it; a page has to. `told`: the visitor knows that it
 * was sent.
 */
export type DeliveryEvent =
  | { type: 'created'; key: string; id: string }
  | { type: 'progress'; key: string; progress: UploadProgress }
  | { type: 'sent'; key: string; id: string; missing?: string[] }
  | { type: 'postponed'; key: string; notBefore: number }
  | { type: 'refused'; key: string; attention: Attention }
  | { type: 'undecoded'; key: string }
  | { type: 'told'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'saved'; key: string };
