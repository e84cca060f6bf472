import type { DeliveryEvent, PendingRequest, PreparedImage } from '../domain/outbox';
import { FIRST_DELAY } from '../domain/retry';
import type { RequestFields } from '../domain/types';
import type { DeliverDeps } from './deliverer';
import { deliverRecord, type RecordOutcome } from './deliverRecord';
import { createMemoryStore } from './memoryStore';
import { newRecord } from './requests';

/** Nothing durable was promised, and this was not sent: `unreachable` may pass, `refused` will not. */
export class DirectDeliveryError extends Error {
  override name = 'DirectDeliveryError';
  constructor(readonly reason: 'unreachable' | 'refused' | 'stopped') {
    super(`The request was not sent: ${reason}.`);
  }
}

export interface DirectDeps extends Omit<DeliverDeps, 'store' | 'locks' | 'emit'> {
  /** Resolves after so many milliseconds; injected so that tests do not wait. */
  wait: (milliseconds: number) => Promise<void>;
}

interface Unsent {
  fields: RequestFields;
  images: PreparedImage[];
}

/** `prepared`: the record of this request, where there was one to be saved. */
export type DirectSend = (
  fields: RequestFields,
  images: PreparedImage[],
  onEvent: (event: DeliveryEvent) => void,
  prepared?: PendingRequest,
) => Promise<void>;

/** Tries that may fail without any progress before the visitor is told. */
const TRIES = 3;

/**
 * Delivers without saving, where there is no durable storage or it is full: the same steps over a
 * record in memory. Rejects with `DirectDeliveryError`; sending the same request again then goes on
 * where it stopped, so a second press never makes a second request.
 */
export function createDirectDelivery(deps: DirectDeps): DirectSend {
  const store = createMemoryStore();
  let unfinished: (Unsent & { key: string }) | undefined;
  return async (fields, images, onEvent, prepared) => {
    if (!unfinished || !isSame(unfinished, { fields, images })) {
      const record = prepared ?? newRecord(deps, fields, images);
      await store.save({ record, images });
      unfinished = { key: record.key, fields, images };
    }
    const { key } = unfinished;
    // A short wait in here is no postponement: nothing is kept beyond this call's tries.
    const emit = (event: DeliveryEvent) => event.type !== 'postponed' && onEvent(event);
    const recordDeps = {
      ...deps,
      store,
      emit,
      exclusively: <T>(_name: string, work: () => Promise<T>) => work(),
    };
    for (let failures = 0; ;) {
      const record = await store.read(key);
      if (!record) return;
      const outcome = await deliverRecord(recordDeps, withoutAttention(record));
      if (outcome === 'sent') {
        unfinished = undefined;
        return;
      }
      if (outcome === 'paused') failures = 0;
      else failures += 1;
      const reason = reasonOf(outcome, failures);
      if (reason) throw new DirectDeliveryError(reason);
      if (outcome !== 'paused') await deps.wait(FIRST_DELAY * failures);
    }
  };
}

function reasonOf(
  outcome: RecordOutcome,
  failures: number,
): DirectDeliveryError['reason'] | undefined {
  if (outcome === 'refused' || outcome === 'stopped') return outcome;
  return failures >= TRIES ? 'unreachable' : undefined;
}

/** Pressing "send" again is the visitor's decision to try a refused record once more. */
function withoutAttention(record: PendingRequest): PendingRequest {
  const { needsAttention: _, ...rest } = record;
  return rest;
}

/** The same request: every field and every byte. */
function isSame(a: Unsent, b: Unsent): boolean {
  return (
    JSON.stringify(a.fields) === JSON.stringify(b.fields) &&
    a.images.length === b.images.length &&
    a.images.every(({ bytes }, index) => isSameBytes(bytes, b.images[index]!.bytes))
  );
}

function isSameBytes(a: ArrayBuffer, b: ArrayBuffer): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const other = new Uint8Array(b);
  return new Uint8Array(a).every((byte, index) => byte === other[index]);
}
