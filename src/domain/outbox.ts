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
}

/** What stays of a delivered record, so that the page can say "sent" after a restart. */
export interface Receipt {
  key: string;
  id: string;
  /** Milliseconds since 1970. */
  sentAt: number;
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
  /** A picture of it waits for a page, because the worker could not open it. */
  forPage?: true;
  /** Not kept on this device: it is lost with the page. */
  inMemory?: true;
}

/** Progress of the pictures of one record. Bytes include the thumbnails; `count` is pictures done. */
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
 * `undecoded`: the worker cannot open a picture of it; a page has to.
 */
export type DeliveryEvent =
  | { type: 'created'; key: string; id: string }
  | { type: 'progress'; key: string; progress: UploadProgress }
  | { type: 'sent'; key: string; id: string }
  | { type: 'postponed'; key: string; notBefore: number }
  | { type: 'refused'; key: string; attention: Attention }
  | { type: 'undecoded'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'saved'; key: string };

/** An image as it leaves the device: re-encoded bytes and its thumbnail. */
export interface PreparedImage {
  type: string;
  bytes: ArrayBuffer;
  thumb: { type: string; bytes: ArrayBuffer };
}

/** Which of a picture's two objects: itself or its thumbnail. */
export type ObjectPart = 'image' | 'thumb';

/** One object of a record as the deliverer sees it: everything but the bytes. `size` is bytes. */
export interface PendingObject {
  type: string;
  size: number;
  /** Storage path of the running or finished upload: `requests/{id}/{10 alphanumerics}.{ext}`. */
  object?: string;
  /** Resumable session address, kept before the first byte is sent. */
  session?: string;
  /** Bytes the server has acknowledged; unknown (ask it) after every failure and every restart. */
  offset?: number;
  /** Download address once the upload is final. */
  url?: string;
  /** Whether the server was asked for its offset because it had refused a chunk. */
  rechecked?: boolean;
  /** How often this object started over under a fresh name. */
  restarts?: number;
}

export interface PendingImage {
  name: string;
  /** The stored file that the visitor chose, until it is prepared; `image` and `thumb` follow then. */
  chosen?: string;
  image: PendingObject;
  thumb: PendingObject;
}

/**
 * A saved request: the truth about a lead until the server has acknowledged all of it. The bytes lie
 * beside it, as ArrayBuffers (some Safari versions upload 0 bytes of a Blob read back from IndexedDB),
 * so that a step does not rewrite megabytes.
 */
export interface PendingRequest {
  /** Local key; never changes. */
  key: string;
  /** Changes with every write; a deliverer that does not hold the latest one has lost the record. */
  revision: string;
  /** The request's 10-digit id on the server; replaced when a stranger already has it. */
  id: string;
  fields: RequestFields;
  images: PendingImage[];
  /** Milliseconds since 1970 by the visitor's clock; for display and order only. */
  savedAt: number;
  /** `done`: the server has acknowledged everything, only the receipt is missing. */
  step: DeliveryStep | 'done';
  /** Failed tries since the last progress. */
  attempts: number;
  /** Not to be tried before this time (milliseconds since 1970). */
  notBefore: number;
  /** The last try found no server at all: worth another as soon as a network may be back. */
  unreached?: true;
  /**
   * Creates sent under this id without a definite answer, counted before they are sent; later, a
   * worker's beginnings with one image that nothing came of.
   */
  tries: number;
  /** Whether a 403 after an unanswered create was already asked a second time under the same id. */
  confirmed?: boolean;
  /** Whether the create was already retried under a fresh id after a 403. */
  renamed?: boolean;
  /** The worker could not open an image of it: the next open page prepares it. */
  forPage?: true;
  needsAttention?: Attention;
}

/** The step as screens know it: `done` is the deliverer's own. */
export const shownStep = ({ step }: PendingRequest): DeliveryStep =>
  step === 'done' ? 'attach' : step;
