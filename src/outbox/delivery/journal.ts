/**
 * What the steps of one record's delivery share; its journal, the only writer of the record; and why it stops, which is
 * written there, too.
 */
import type { EpochMs } from '../../domain/clock';
import type { RandomInteger } from '../../domain/ids';
import type { BackendConfig } from '../../firebase/config';
import { without, type Fetch } from '../../firebase/rest/httpCall';
import type { Exclusively } from './locks';
import type { Preparation } from '../../pictures/prepareImage';
import type { OutboxRecord, Picture } from '../record';
import type { DeliveryStore, NewlyPrepared } from '../store/outboxStore';
import { CLIENT_VERSION } from '../../domain/constants';
import type { Failure } from '../../firebase/rest/answerMeaning';
import { retryAt } from './retryTimes';

export interface RecordDeps {
  /** `createDeliveryStore` (store/deliveryStore.ts) on the disk, `createMemoryStore` in a page's memory. */
  store: DeliveryStore;
  config: BackendConfig;
  fetch?: Fetch;
  /** Re-encodes a chosen file without EXIF, and makes its thumbnail: workerCanvas.ts in a worker, pageCanvas.ts in a page. */
  prepareImage: (file: Blob) => Promise<Preparation>;
  /** Whether this context is a page. A page prepares the files that a worker could not open; its result is final. */
  isPage: boolean;
  exclusively: Exclusively;
  now: () => EpochMs;
  random: RandomInteger;
  newKey: () => string;
  /** Called after every write of a record that a screen may want to show. */
  changed: (key: string) => void;
}

export interface Delivery extends RecordDeps {
  journal: ReturnType<typeof createJournal>;
  /** Called before each call for a picture: stops the delivery if something else has to be sent first. */
  giveWay: () => Promise<void>;
  /** Breaks the running call for a picture off for the same reason. */
  signal: AbortSignal;
}

/**
 * The only writer of a record during its delivery. Only the revision of `start` must be the stored one: its other
 * fields are stored with the first write.
 */
export function createJournal(
  { store, newKey, changed }: Pick<RecordDeps, 'store' | 'newKey' | 'changed'>,
  start: OutboxRecord,
) {
  let record = start;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get record() {
      return record;
    },
    /**
     * Writes the changed record, after all earlier writes; in the same transaction a picture that was just prepared. Stops
     * the delivery (`vanished`) when another context has changed the record. May also reject with `StorageError`.
     */
    write(change: (record: OutboxRecord) => OutboxRecord, prepared?: NewlyPrepared): Promise<void> {
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

export type StopReason =
  | Failure
  /**
   * A session may be opened again only after a wait, because several of one object were lost; or a page still reads a
   * file.
   */
  | { type: 'wait'; milliseconds: number }
  /** Something on the way refuses uploads for good. */
  | { type: 'heldBack' }
  /** This worker cannot prepare one of the pictures; a page has to. */
  | { type: 'forPage' }
  | { type: 'paused' }
  | { type: 'vanished' };

/** Thrown by a step that cannot go on. `writeStop` handles it. */
export class Stop extends Error {
  override name = 'Stop';
  constructor(readonly reason: StopReason) {
    super(`The delivery stopped: ${reason.type}.`);
  }
}

/**
 * Why a record was not sent. `paused`: something else has to be sent first. `unreachable`: no answer, to be
 * tried again. `postponed`: to be tried again for another reason. `refused`: the record needs attention.
 * `vanished`: another context has deleted or changed the record.
 */
export type Unsent = 'paused' | 'unreachable' | 'postponed' | 'refused' | 'vanished';

/**
 * Writes into the record why its delivery has stopped, unless it goes on at once (`paused`) or is gone (`vanished`). An
 * error that is not a `Stop` is thrown again.
 */
export async function writeStop(delivery: Delivery, error: unknown): Promise<Unsent> {
  if (!(error instanceof Stop)) throw error;
  const { journal, now, random } = delivery;
  const { reason } = error;
  const postponed = (record: OutboxRecord, retryAfter?: string): OutboxRecord => {
    const attempts = record.attempts + 1;
    return { ...record, attempts, notBefore: retryAt(attempts, retryAfter, now(), random) };
  };
  switch (reason.type) {
    case 'paused':
    case 'vanished':
      return reason.type;
    case 'forPage':
      await journal.write((record) => ({ ...without(record, 'prepareTries'), forPage: true }));
      return 'postponed';
    case 'wait':
      await journal.write((record) => ({ ...record, notBefore: now() + reason.milliseconds }));
      return 'postponed';
    case 'retry':
      await journal.write((record) => postponed(without(record, 'unreached'), reason.retryAfter));
      return 'postponed';
    case 'unreachable':
      await journal.write((record) => postponed({ ...record, unreached: true }));
      return 'unreachable';
    case 'heldBack':
    case 'refused': {
      const why =
        reason.type === 'heldBack'
          ? ({ isHeldBack: true, message: 'Something on the way refuses uploads.' } as const)
          : { status: reason.status, message: reason.message };
      await journal.write((record) => {
        const attention = { step: record.step, ...why, at: now(), version: CLIENT_VERSION };
        return { ...without(record, 'refused'), tries: 0, needsAttention: attention };
      });
      return 'refused';
    }
  }
}

/** A copy of the record after progress: earlier failures do not count any more. */
export function progressed(record: OutboxRecord): OutboxRecord {
  return { ...without(record, 'unreached', 'refused'), attempts: 0, notBefore: 0 };
}

export const withPicture = (
  record: OutboxRecord,
  index: number,
  picture: Picture,
): OutboxRecord => ({
  ...record,
  images: record.images.map((old, at) => (at === index ? picture : old)),
});

export function leaveOut(record: OutboxRecord, index: number): OutboxRecord {
  const { name, file } = record.images[index]!;
  const left = { state: 'leftOut' as const, name, ...(file !== undefined && { file }) };
  return withPicture(record, index, left);
}
