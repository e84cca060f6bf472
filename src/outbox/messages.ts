/**
 * What pages and the worker say to each other. It may come from another version of the app or from
 * somebody's script, so it is checked here.
 */
import * as v from 'valibot';
import type { DeliveryEvent } from '../domain/outbox';
import type { Force } from './deliverer';
import { Attention, Count } from './record';

/** The BroadcastChannel on which whoever delivers (worker or page) tells every page about it. */
export const OUTBOX_CHANNEL = 'outbox';
/** The Background Sync tag that wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox';
/** Worker to page, on the port that came with a request to deliver: the worker is on it. */
export const ACCEPTED = 'outbox.accepted';

const Progress = v.object({ sentBytes: Count, totalBytes: Count, count: Count, total: Count });
/** What each kind of event says beside its record's key. */
const EVENTS: Record<DeliveryEvent['type'], v.GenericSchema> = {
  created: v.object({ id: v.string() }),
  progress: v.object({ progress: Progress }),
  sent: v.object({ id: v.string() }),
  postponed: v.object({ notBefore: Count }),
  refused: v.object({ attention: Attention }),
  undecoded: v.object({}),
  removed: v.object({}),
  told: v.object({}),
  saved: v.object({}),
};

/** Worker or page to every page, on a BroadcastChannel: what a delivery came to. */
export interface EventMessage {
  type: 'outbox.event';
  event: DeliveryEvent;
}

/** Page to worker: deliver now; `force` ignores back-off. */
export interface DeliverMessage {
  type: 'outbox.deliver';
  force?: Force;
}

export function isEventMessage(data: unknown): data is EventMessage {
  const { type, event } = Object(data) as Partial<EventMessage>;
  const known = Object.hasOwn(EVENTS, event?.type ?? '') ? EVENTS[event!.type] : undefined;
  return (
    type === 'outbox.event' &&
    known !== undefined &&
    v.is(v.string(), event!.key) &&
    v.is(known, event)
  );
}

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  const { type, force } = Object(data) as Partial<DeliverMessage>;
  return type === 'outbox.deliver' && [undefined, true, false, 'unreached'].includes(force);
}
