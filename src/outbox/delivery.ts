/** What the steps of one record's delivery have in common: its journal, and how they end it. */
import type { RandomInteger } from '../domain/ids';
import type { BackendConfig } from '../firebase/config';
import type { Failure } from '../firebase/rest/answers';
import type { Fetch } from '../firebase/rest/http';
import type { Exclusively } from './exclusively';
import type { PendingRequest, PreparedImage } from './record';
import type { NewlyPrepared, OutboxStore } from './store';

/** What becomes of a chosen file. */
export type Preparation =
  | { type: 'prepared'; image: PreparedImage }
  /** A worker cannot open it; a page may. */
  | { type: 'undecoded' }
  /** It is lost, or no code of this browser can make an image of it that is sent. */
  | { type: 'unusable' };

export interface RecordDeps {
  store: OutboxStore;
  config: BackendConfig;
  fetch?: Fetch;
  /** Re-encodes a chosen file, without EXIF, and makes its thumbnail. */
  prepareImage: (file: Blob) => Promise<Preparation>;
  /** Whether this is a page: what a worker could not open is left to it, and it has the last word. */
  isPage: boolean;
  exclusively: Exclusively;
  /** Milliseconds since 1970. */
  now: () => number;
  random: RandomInteger;
  /** A new unique string, for keys and revisions. */
  newKey: () => string;
  /** Called after every write of a record that a screen may want to show. */
  changed: (key: string) => void;
}

export interface Delivery extends RecordDeps {
  journal: Journal;
  /** Stops the delivery where something else goes before the pictures of this record. */
  giveWay: () => Promise<void>;
}

/** Why a delivery stops before the record is sent. */
export type Reason =
  | Failure
  /** Sessions of an object were lost, one after the other: the next is opened later. */
  | { type: 'wait'; milliseconds: number }
  /** This worker cannot prepare a picture of it. */
  | { type: 'forPage' }
  /** Something else goes first. */
  | { type: 'paused' }
  /** Another context has removed or changed the record. */
  | { type: 'vanished' };

/** Thrown by a step that cannot go on; `settle` (failures.ts) is what happens then. */
export class Stop extends Error {
  override name = 'Stop';
  constructor(readonly reason: Reason) {
    super(`The delivery stopped: ${reason.type}.`);
  }
}

export interface Journal {
  /** The record as it was last written. */
  readonly record: PendingRequest;
  /**
   * Writes the record anew, after all writes that were asked for before, and with it a picture that was just
   * prepared. Stops the delivery (`vanished`) when another context has changed the record; rejects with
   * `StorageError`.
   */
  write(
    change: (record: PendingRequest) => PendingRequest,
    prepared?: NewlyPrepared,
  ): Promise<void>;
}

/** The one writer of a record while it is delivered. `start` is as it was read, but for what is to be forgotten. */
export function createJournal(
  { store, newKey, changed }: Pick<RecordDeps, 'store' | 'newKey' | 'changed'>,
  start: PendingRequest,
): Journal {
  let record = start;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get record() {
      return record;
    },
    write(change, prepared) {
      const writing = last.then(async () => {
        const written = { ...change(record), revision: newKey() };
        const isWritten = await store.update(written, record.revision, prepared);
        if (!isWritten) throw new Stop({ type: 'vanished' });
        record = written;
        changed(record.key);
      });
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}
