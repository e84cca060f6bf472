/** The messages between pages and the worker. The worker checks each: any script of the origin can post one. */
import type { Scope } from './deliverer';

/**
 * The BroadcastChannel for "the store has changed". A context that has written to the store posts here the keys of the
 * records that it wrote, and every page reads these again. Pages of older versions read everything after any message.
 */
export const OUTBOX_CHANNEL = 'outbox';
/** The type of that message. The bare word, which older versions post, says that any record may have changed. */
export const CHANGED = 'outbox.changed';

export const changedMessage = (keys: string[]) => ({ type: CHANGED, keys });

/** The keys that a message names; undefined if it may mean any record. */
export function changedKeys(data: unknown): string[] | undefined {
  const { type, keys } = Object(data) as { type?: unknown; keys?: unknown };
  const isNamed = type === CHANGED && Array.isArray(keys);
  return isNamed && keys.every((key) => typeof key === 'string') ? (keys as string[]) : undefined;
}
/** The name of the lock that makes one context of this origin the deliverer. */
export const DELIVERY_LOCK = 'outbox';
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
