/** What pages and the worker say to each other; what a worker is told is checked, anybody may have said it. */
import type { Force } from './deliverer';

/**
 * The BroadcastChannel on which whoever has written to the store tells every page to read it again. That is
 * all that a message on it means, whatever is in it.
 */
export const OUTBOX_CHANNEL = 'outbox';
export const CHANGED = 'outbox.changed';
/** The Background Sync tag that wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox';
/** Worker to page, on the port that came with a request to deliver: the worker is on it. */
export const ACCEPTED = 'outbox.accepted';

/** Page to worker: there are new pictures in the draft, to be prepared. */
export const PREPARE = 'outbox.prepare';

/** Page to worker: deliver now; `force` ignores back-off. */
export interface DeliverMessage {
  type: 'outbox.deliver';
  force?: Force;
}

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  const { type, force } = Object(data) as Partial<DeliverMessage>;
  return type === 'outbox.deliver' && [undefined, true, false, 'unreached'].includes(force);
}
