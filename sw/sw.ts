/** The service worker: its events. What happens at each is in the modules beside this file. */
import { clientsClaim } from 'workbox-core';
import { PAINTED, SKIP_WAITING } from '../src/contract/messages';
import { SYNC_TAG } from '../src/contract/names';
import { deliverOnStart, deliverOnSync, onOutboxMessage, tryDelivery } from './deliverInWorker';
import { onPainted } from './firstScreen';
import { tellPages } from './tellPages';
import { precacheShell, routeReads, routeShares } from './routes';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheShell(self.__WB_MANIFEST);
routeShares();
routeReads();
tellPages();
// The first worker takes over the page that is already open, so that it works offline from the first visit on.
clientsClaim();

self.addEventListener('message', (event) => {
  // Only messages from pages of this origin are accepted.
  if (event.origin !== self.location.origin) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  else if (type === PAINTED) onPainted();
  else onOutboxMessage(event);
});
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliverOnSync());
});
// Without `waitUntil`: the requests of its pages wait until the worker is activated.
self.addEventListener('activate', () => void tryDelivery());
deliverOnStart();
