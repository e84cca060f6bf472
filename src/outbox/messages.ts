/** The messages between pages and the worker. The worker checks each: any script of the origin can post one. */
import type { Scope } from './deliverer';

/**
 * The BroadcastChannel for "the store has changed". A context that has written to the store posts here, and
 * every page reads the store again. The content of the message does not matter.
 */
export const OUTBOX_CHANNEL = 'outbox';
export const CHANGED = 'outbox.changed';
/** The Background Sync tag: with it the browser wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox';
/** Worker to page, on the port that came with a `DeliverMessage`: the worker has started the delivery. */
export const ACCEPTED = 'outbox.accepted';

/** Page to worker: prepare the new pictures of the draft. */
export const PREPARE = 'outbox.prepare';

/**
 * Page to worker: deliver now. `force` is the scope of the delivery in the words that workers and pages of every version
 * understand: true is `all`, false and nothing are `due`.
 */
export interface DeliverMessage {
  type: 'outbox.deliver';
  force?: boolean | 'unreached';
}

export const deliverMessage = (scope: Scope): DeliverMessage => ({
  type: 'outbox.deliver',
  force: scope === 'unreached' ? scope : scope === 'all',
});

export const scopeOf = ({ force = false }: DeliverMessage): Scope => {
  if (force === 'unreached') return force;
  return force ? 'all' : 'due';
};

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  const { type, force } = Object(data) as Partial<DeliverMessage>;
  return type === 'outbox.deliver' && [undefined, true, false, 'unreached'].includes(force);
}
