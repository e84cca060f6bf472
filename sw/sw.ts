/** The service worker: a table of its events. Behaviour is in the modules beside this file. */
import { clientsClaim } from 'workbox-core';
import { PAINTED, SKIP_WAITING } from '../src/start/contract';
import { SYNC_TAG } from '../src/outbox/messages';
import { deliver, deliverOnStart, onOutboxMessage, tryDelivery } from './deliver';
import { onPainted } from './firstScreen';
import { precacheShell, receiveShares, routeReads } from './routes';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheShell(self.__WB_MANIFEST);
receiveShares();
routeReads();
// The first install takes over the open page, so that it works offline from the first visit on.
clientsClaim();

self.addEventListener('message', (event) => {
  // Messages of others than pages of this origin are ignored.
  if (event.origin !== self.location.origin) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  else if (type === PAINTED) onPainted();
  else onOutboxMessage(event);
});
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliver('unreached'));
});
// Not waited for: until a worker is activated, every request of its pages waits, too.
self.addEventListener('activate', () => void tryDelivery());
deliverOnStart();
