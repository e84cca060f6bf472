/**
 * Every message between pages and worker. Whoever gets one checks it: any script of the origin can post one, and a page
 * and its worker may be of two versions.
 */

// A page to its worker.

/** A page has painted its first screen. The worker then sends the rest of the page. */
export const PAINTED = 'page.painted';
/** A waiting worker may take over; workbox-window sends the same. */
export const SKIP_WAITING = 'SKIP_WAITING';
/** Prepare the new pictures of the draft. */
export const PREPARE = 'outbox.prepare';

/**
 * Which records a delivery tries. `due`: those that are not backing off. `unreached`: also those whose last try got no
 * answer, because the network may be back. `back`: the same, and their back-off starts again from the shortest wait.
 * `all`: every one that may be delivered. A wait that a server has asked for is respected, but for `all`.
 */
const SCOPES = ['due', 'unreached', 'back', 'all'] as const;
export type DeliveryScope = (typeof SCOPES)[number];

/** Deliver now: `onOutboxMessage` in sw/deliverInWorker.ts does, and answers with `ACCEPTED`. */
export interface DeliverMessage {
  type: 'outbox.deliver';
  scope: DeliveryScope;
}

export const deliverMessage = (scope: DeliveryScope): DeliverMessage => ({
  type: 'outbox.deliver',
  scope,
});

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  const { type, scope } = Object(data) as Record<string, unknown>;
  return type === 'outbox.deliver' && SCOPES.includes(scope as DeliveryScope);
}

// The worker to its pages.

/** How a request of the worker has ended (`lib/network.ts`). `startWorker.ts` listens. */
export const HEARD = 'network.heard';
/** The worker has started the delivery. Sent on the port that came with a `DeliverMessage`. */
export const ACCEPTED = 'outbox.accepted';

// On the channel that all pages and the worker share. The worker also tells its pages, which may have no channel.

export const OUTBOX_CHANNEL = 'outbox';

/** These records have changed in the store; without keys any may have. Every page reads them again. */
export const changedMessage = (keys?: readonly string[]) => ({ type: 'outbox.changed', keys });

/** The keys of the records that have changed; undefined if the message is about something else. */
export function changedIn(data: unknown): { keys?: string[] | undefined } | undefined {
  const { type, keys } = Object(data) as Record<string, unknown>;
  if (type !== 'outbox.changed') return undefined;
  const areKeys = Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  return { keys: areKeys ? (keys as string[]) : undefined };
}
