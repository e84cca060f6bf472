/** The service worker: a table of its events. Behaviour is in the modules beside this file. */
import { clientsClaim } from 'workbox-core';
import { SYNC_TAG } from '../src/domain/channel';
import { deliver, deliverOnStart, tryDelivery } from './deliver';
import { onMessage } from './messages';
import { precacheShell } from './precache';
import { routeRequests } from './routes';
import { receiveShares } from './share';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheShell(self.__WB_MANIFEST);
receiveShares();
routeRequests();
// The first install takes over the open page, so that it works offline from the first visit on.
clientsClaim();

self.addEventListener('message', onMessage);
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliver('unreached'));
});
// Not waited for: until a worker is activated, every request of its pages waits, too.
self.addEventListener('activate', () => void tryDelivery());
deliverOnStart();
