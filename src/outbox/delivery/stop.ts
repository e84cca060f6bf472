/** Why a delivery stops before its record is sent, and how the record is written then. */
import { CLIENT_VERSION } from '../../domain/constants';
import type { Failure } from '../../firebase/rest/answerMeaning';
import { without } from '../pictureObjects';
import type { PendingRequest } from '../record';
import type { Delivery } from './journal';
import { retryAt } from './retryTimes';

/** Why a delivery stops before the record is sent. */
export type StopReason =
  | Failure
  /** Several sessions of one object were lost: the next one is opened after a wait. */
  | { type: 'wait'; milliseconds: number }
  /** Something on the way refuses uploads for good. */
  | { type: 'heldBack' }
  /** This worker cannot prepare one of the pictures; a page has to. */
  | { type: 'forPage' }
  /** Something else has to be sent first. */
  | { type: 'paused' }
  /** Another context has deleted or changed the record. */
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
