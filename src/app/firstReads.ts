import type { Fetch } from '../backend/rest/http';

/**
 * What a first visit reads before there is a worker, kept for the worker's caches: read by the worker
 * once more it would be downloaded, and billed, twice.
 */
export interface FirstReads {
  /** `fetch` for reads of Firestore's documents. */
  fetch: Fetch;
  /** What was read; from then on nothing is kept any more. */
  take(): Response[];
}

export function createFirstReads(): FirstReads {
  let isFirst = 'serviceWorker' in navigator && !navigator.serviceWorker.controller;
  const answers: Response[] = [];
  return {
    async fetch(url, init) {
      const answer = await fetch(url, init);
      if (isFirst && answer.ok) answers.push(answer.clone());
      return answer;
    },
    take() {
      isFirst = false;
      return answers.splice(0);
    },
  };
}
