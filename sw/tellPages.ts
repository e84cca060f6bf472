/** Tells the pages how the worker's requests end: a page cannot see whether an answer came from a cache. */
import type { WorkboxPlugin } from 'workbox-core/types';
import { network } from '../src/lib/network';
import { HEARD } from '../src/contract/messages';

/**
 * Listens to reads of documents. Not to pictures: a bucket that allows no CORS answers, and yet the fetch fails.
 */
export const listening: WorkboxPlugin = {
  async requestWillFetch({ request, state }) {
    state!['askedAt'] = Date.now();
    return request;
  },
  async fetchDidSucceed({ response, state }) {
    network.heard('answer', state!['askedAt'] as number);
    return response;
  },
  async fetchDidFail({ error, state }) {
    // The page was left, or has cancelled the read.
    if (error.name !== 'AbortError') network.heard('silence', state!['askedAt'] as number);
  },
};

export function tellPages(): void {
  network.hear((outcome, askedAt) => postToPages({ type: HEARD, outcome, askedAt }));
}

declare const self: ServiceWorkerGlobalScope;

export function postToPages(message: unknown): void {
  void self.clients.matchAll({ type: 'window' }).then((pages) => {
    for (const page of pages) page.postMessage(message);
  });
}
