import type { ObjectPlace } from '../domain/delivery';
import type { PendingRequest, PreparedImage, Receipt } from '../domain/outbox';
import type { DraftImage } from '../domain/ports';
import type { RequestFields } from '../domain/types';

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

/** What to write when a request is saved. */
export interface NewRequest {
  record: PendingRequest;
  images: PreparedImage[];
  /** A record that this one takes the place of. */
  replaces?: string;
  /** Names of the drafts to clear; without them any draft is. */
  drafts?: string[];
}

/**
 * Where requests wait. Every method is one transaction and may be repeated; all may reject with
 * `StorageError`. Metadata and bytes are apart, so listing and stepping never touch a picture.
 */
export interface OutboxStore {
  /**
   * Writes a record and its bytes durably, removes the record it replaces, and clears the draft:
   * all or nothing. A key that is already known (saved, or sent meanwhile) is left as it is.
   */
  save(request: NewRequest): Promise<void>;
  /** All records, oldest first. */
  list(): Promise<PendingRequest[]>;
  read(key: string): Promise<PendingRequest | undefined>;
  /** The bytes of one object. */
  bytes(key: string, at: ObjectPlace): Promise<ArrayBuffer | undefined>;
  /** Writes `record` over the one of revision `expected`; false when that is not there any more. */
  update(record: PendingRequest, expected: string): Promise<boolean>;
  /**
   * Deletes a record with its bytes if its revision is still `expected`, and keeps `receipt` in its
   * place; false when another has changed or deleted it.
   */
  finish(key: string, expected: string, receipt?: Receipt): Promise<boolean>;
  /** The newest `KEPT_RECEIPTS` receipts of what was sent, oldest first. */
  receipts(): Promise<Receipt[]>;
  /** Takes or renews a lease until `until` for `owner`; false while another holds it. */
  lease(name: string, owner: string, now: number, until: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
  loadDraft(): Promise<StoredDraft>;
  /** Writes the parts that are named; one that is undefined is deleted. */
  saveDraft(change: StoredDraft): Promise<void>;
  /** Clears the draft if it has one of these names, or none. */
  clearDraft(drafts?: string[]): Promise<void>;
}

/** A draft's parts, saved apart: typing does not rewrite megabytes. */
export interface StoredDraft {
  fields?: RequestFields;
  images?: DraftImage[];
  /** The outbox record that this draft was taken from, to be replaced when it is saved. */
  replaces?: string | undefined;
  /** Names it: two tabs may show the same draft, or each its own. */
  draft?: string;
}

/** Whether a stored draft of the name `stored` goes when those named `drafts` are to be cleared. */
export function isAmong(drafts: string[] | undefined, stored: unknown): boolean {
  return stored === undefined || (drafts?.includes(stored as string) ?? true);
}

/** More receipts than this nobody asks for. */
export const KEPT_RECEIPTS = 300;

/** The receipts that are not worth keeping. */
export function surplusOf(receipts: Receipt[]): Receipt[] {
  return [...receipts].sort((a, b) => b.sentAt - a.sentAt).slice(KEPT_RECEIPTS);
}

/** A lease further ahead than this many milliseconds was written under another clock: it is void. */
export const LONGEST_LEASE = 60_000;

/** Whether a stored lease keeps `owner` out at `now`. */
export function isHeldByAnother(
  lease: { owner: string; until: number } | undefined,
  owner: string,
  now: number,
): boolean {
  if (!lease || lease.owner === owner) return false;
  return lease.until > now && lease.until - now <= LONGEST_LEASE;
}
