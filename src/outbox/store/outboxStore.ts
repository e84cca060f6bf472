import type { PreparedImage } from '../../pictures/prepareImage';
import type { OutboxRecord, ObjectPlace } from '../record';
import type { PreparedAhead } from './database';
import type { SentRequest } from '../../domain/types';
import type { ChosenFile } from '../port';

/**
 * Where requests wait. Every method writes in one transaction and may be repeated. Every method may reject with
 * `StorageError`. Records and bytes are stored apart, so that listing and updating records never reads or writes an
 * image.
 */
export interface OutboxStore extends DeliveryStore {
  /**
   * Writes a record and those of its files that are not stored yet, removes the record that it replaces,
   * and clears the draft: all or nothing. If another record has its key, it rejects with a `ConstraintError`.
   */
  save(record: OutboxRecord, files: ChosenFile[], replaced?: OutboxRecord): Promise<void>;
  addFile(file: ChosenFile): Promise<void>;
  /** What is remembered of the record with this key, if it was sent from here. */
  sentRequest(key: string): Promise<SentRequest | undefined>;
  /** The newest `MAX_SENT_REQUESTS` that were sent from here, oldest first. */
  sentRequests(): Promise<SentRequest[]>;
}

export interface DeliveryStore {
  list(): Promise<OutboxRecord[]>;
  read(key: string): Promise<OutboxRecord | undefined>;
  /**
   * The key of the refused record that the visitor is editing: the draft holds its changed content. It is not sent: after
   * a reload nobody could tell the visitor's changes from the record's words, and the form would be emptied.
   */
  editedKey(): Promise<string | undefined>;
  /** A chosen file; undefined when this device has lost it. */
  file(id: string): Promise<Blob | undefined>;
  /** What became of preparing a chosen file ahead; undefined if nobody has tried. */
  preparedAhead(id: string): Promise<PreparedAhead | undefined>;
  bytes(key: string, at: ObjectPlace): Promise<ArrayBuffer | undefined>;
  /**
   * Overwrites the record of revision `expected` with `record`. A picture that was just prepared replaces
   * its chosen file in the same transaction. False when the stored record has another revision or is gone.
   */
  update(record: OutboxRecord, expected: string, prepared?: NewlyPrepared): Promise<boolean>;
  /**
   * Deletes a record and its bytes if its revision is still `expected`. With `sent`, this sent request
   * takes its place, and a draft that was taken from the record is deleted if it is unchanged. False when
   * another context has changed or deleted the record.
   */
  finish(key: string, expected: string, sent?: SentRequest): Promise<boolean>;
}

export interface NewlyPrepared {
  index: number;
  file: string;
  image: PreparedImage;
}

/** How many sent requests are remembered. A reloaded page only asks for one of the last few. */
export const MAX_SENT_REQUESTS = 300;

/** The sent request once a screen has announced it. The names of its missing pictures go, too. */
export function asAnnounced(sent: SentRequest): SentRequest {
  const { isUnannounced: _, missing: __, ...announced } = sent;
  return announced;
}
