import type { PendingRequest, PreparedImage } from './record';
import type { Ahead } from './schema';
import type { ObjectPlace } from './objects';
import type { ChosenFile, SentRequest } from '../ports/outbox';

/** Nothing was saved: no durable storage here, or it is full. */
export class StorageError extends Error {
  override name = 'StorageError';
  constructor(
    readonly outcome: 'unavailable' | 'full',
    cause?: unknown,
  ) {
    super(`The outbox's storage is ${outcome}.`, { cause });
  }
}

/**
 * Where requests wait, on the disk or in memory. Every method is one transaction and may be repeated;
 * all may reject with `StorageError`. Metadata and bytes are apart, so listing and stepping never
 * touch an image.
 */
export interface OutboxStore {
  /**
   * Writes a record and the files of its images that are not stored yet, removes the record that it
   * replaces, and clears the draft: all or nothing. A known key is left as it is.
   */
  save(record: PendingRequest, files: ChosenFile[], replaced?: PendingRequest): Promise<void>;
  /** All records, oldest first. */
  list(): Promise<PendingRequest[]>;
  read(key: string): Promise<PendingRequest | undefined>;
  /** Key of the refused record whose content stands changed in the draft: its visitor is at it. */
  editedKey(): Promise<string | undefined>;
  /** A chosen file; undefined when this device has lost it. */
  file(id: string): Promise<Blob | undefined>;
  /** What was prepared of a chosen file before it was sent; undefined where nobody has tried. */
  ahead(id: string): Promise<Ahead | undefined>;
  /** The bytes of one prepared object. */
  bytes(key: string, at: ObjectPlace): Promise<ArrayBuffer | undefined>;
  /**
   * Writes `record` over the one of revision `expected`, and with it the image that was just prepared
   * in place of its file; false when that revision is not there any more.
   */
  update(record: PendingRequest, expected: string, prepared?: NewlyPrepared): Promise<boolean>;
  /**
   * Deletes a record with its bytes if its revision is still `expected`, and keeps `receipt` in its
   * place; a draft that was taken from it goes then, too, if it is unchanged.
   * False when another has changed or deleted it.
   */
  finish(key: string, expected: string, receipt?: SentRequest): Promise<boolean>;
  /** The newest `KEPT_RECEIPTS` receipts of what was sent, oldest first. */
  receipts(): Promise<SentRequest[]>;
}

/** An image of a record at `index`, prepared from the file `chosen`. */
export interface NewlyPrepared {
  index: number;
  chosen: string;
  image: PreparedImage;
}

/** So many receipts are kept: a page that was loaded again asks for one of the last few only. */
export const KEPT_RECEIPTS = 300;

/** The receipt of a request that the visitor knows to be sent. */
export function toldOf(receipt: SentRequest): SentRequest {
  const { isUntold: _, missing: __, ...told } = receipt;
  return told;
}

/** The ids of a record's files that are not prepared yet. */
export function filesOf({ images }: PendingRequest): string[] {
  return images.flatMap(({ chosen }) => chosen ?? []);
}
