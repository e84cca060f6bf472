/** How a record is written when its delivery has stopped, and when it is tried again. */
import type { EpochMs } from '../domain/clock';
import { CLIENT_VERSION } from '../domain/constants';
import { Stop, type Delivery } from './delivery';
import { without } from './objects';
import { readReceipt } from '../firebase/rest/requests';
import type { PendingObject, PendingRequest } from './record';
import { retryAt } from './retry';

/**
 * Why a record was not sent. `paused`: something else has to be sent first. `unreachable`: no answer, to be
 * tried again. `postponed`: to be tried again for another reason. `refused`: the record needs attention.
 * `vanished`: another context has deleted or changed the record.
 */
export type Unsent = 'paused' | 'unreachable' | 'postponed' | 'refused' | 'vanished';

/**
 * Writes into the record why its delivery has stopped, unless it goes on at once or is gone. An error that is not a
 * `Stop` is thrown again.
 */
export async function writeStop(delivery: Delivery, error: unknown): Promise<Unsent> {
  if (!(error instanceof Stop)) throw error;
  const { journal, now, random } = delivery;
  const { reason } = error;
  const postponed = (record: PendingRequest, retryAfter?: string): PendingRequest => {
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
export function progressed(record: PendingRequest): PendingRequest {
  return { ...without(without(record, 'unreached'), 'refused'), attempts: 0, notBefore: 0 };
}

/** After this many tries or sessions without progress, uploads count as held back. */
export const MAX_TRIES_ON_THE_WAY = 8;

/**
 * Whether something on the way refuses uploads for good, such as an office's proxy: there was no progress for many
 * tries, the last answer is none of Google's, and a small question to Firestore is answered.
 */
export async function isHeldBack(delivery: Delivery, error: unknown): Promise<boolean> {
  if (!(error instanceof Stop)) return false;
  const { journal, config, fetch } = delivery;
  const { attempts, receipt } = journal.record;
  const { reason } = error;
  const isForeign = reason.type === 'retry' && reason.isForeign;
  if (attempts < MAX_TRIES_ON_THE_WAY || !(isForeign || reason.type === 'unreachable'))
    return false;
  return (await readReceipt(config, receipt, { fetch })).type === 'found';
}

/** After this many refusals of a whole object it is given up. `upload` (uploadPictures.ts) says what follows. */
export const MAX_REFUSALS = 3;

/**
 * A copy of a record that needed attention, ready to be tried again, because the server may answer differently
 * now. An object that was refused as a whole is sent once more, not three times; one whose sessions were lost begins at
 * once.
 */
export function forgetRefusal({ needsAttention, ...record }: PendingRequest): PendingRequest {
  if (!needsAttention) return record;
  const forget = ({ refusals, restarts, ...object }: PendingObject): PendingObject => ({
    ...object,
    ...(restarts && { restarts: 1 }),
    ...(object.presence === 'absent' && { presence: 'unknown' as const }),
    ...(refusals && { refusals: Math.min(refusals, MAX_REFUSALS - 1) }),
  });
  const images = record.images.map((one) => ({
    ...one,
    image: forget(one.image),
    thumb: forget(one.thumb),
  }));
  return { ...record, images };
}

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/**
 * Whether a record waits for its visitor, so that no deliverer tries it. A record that the server has refused
 * is tried again after a day and by another version of the app; one that something on the way has held back, after an
 * hour: its visitor may be elsewhere by then. A damaged record always waits.
 */
export function isLeftToVisitor({ needsAttention }: PendingRequest, now: EpochMs): boolean {
  if (!needsAttention) return false;
  const { damaged, isHeldBack: isOnTheWay, at, version } = needsAttention;
  if (damaged) return true;
  return (
    version === CLIENT_VERSION &&
    at !== undefined &&
    now >= at &&
    now - at < (isOnTheWay ? HOUR : DAY)
  );
}
