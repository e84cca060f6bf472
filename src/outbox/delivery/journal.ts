/** What the steps of one record's delivery share, and its journal: the only writer of the record. */
import type { EpochMs } from '../../domain/clock';
import type { RandomInteger } from '../../domain/ids';
import type { BackendConfig } from '../../firebase/config';
import type { Fetch } from '../../firebase/rest/httpCall';
import type { Exclusively } from './exclusively';
import { Stop } from './stop';
import type { Preparation } from '../../pictures/prepareImage';
import type { PendingRequest } from '../record';
import type { NewlyPrepared, OutboxStore } from '../store/outboxStore';

export interface RecordDeps {
  store: OutboxStore;
  config: BackendConfig;
  fetch?: Fetch;
  /** Re-encodes a chosen file without EXIF, and makes its thumbnail. */
  prepareImage: (file: Blob) => Promise<Preparation>;
  /** Whether this context is a page. A page prepares the files that a worker could not open; its result is final. */
  isPage: boolean;
  exclusively: Exclusively;
  now: () => EpochMs;
  random: RandomInteger;
  /** A new unique string, for keys and revisions. */
  newKey: () => string;
  /** Called after every write of a record that a screen may want to show. */
  changed: (key: string) => void;
}

export interface Delivery extends RecordDeps {
  journal: Journal;
  /** Called before each call for a picture: stops the delivery if something else has to be sent first. */
  giveWay: () => Promise<void>;
}

export interface Journal {
  /** The record as it was written last. */
  readonly record: PendingRequest;
  /**
   * Writes the changed record, after all earlier writes. A picture that was just prepared is written in the
   * same transaction. Stops the delivery (`vanished`) when another context has changed the record. May also
   * reject with `StorageError`.
   */
  write(
    change: (record: PendingRequest) => PendingRequest,
    prepared?: NewlyPrepared,
  ): Promise<void>;
}

/**
 * The only writer of a record during its delivery. `start` has the revision that was read from the store; its
 * other fields may differ, and are stored with the first write.
 */
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
