/** The service worker: a table of its events. Behaviour is in the modules beside this file. */
import { clientsClaim } from 'workbox-core';
import { deliver, deliverOnStart } from './deliver';
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

self.addEventListener('message', (event) => onMessage(event, self));
self.addEventListener('sync', (event) => event.waitUntil(deliver({ lastChance: event.lastChance })));
self.addEventListener('activate', (event) => event.waitUntil(deliver()));
deliverOnStart(self);
