import type { Fetch } from '../backend/rest/http';

/** Takes an answer whose body nobody else reads. */
type Keep = (answer: Response) => void;

/**
 * What a first visit reads before there is a worker, kept for the worker's caches: read by the worker
 * once more it would be downloaded, and billed, twice.
 */
export interface FirstReads {
  /** `fetch` for reads of Firestore's documents. */
  fetch: Fetch;
  /** Hands over the last answer of each address, and those still on their way; nothing is kept after that. */
  handOver(keep: Keep): void;
}

export function createFirstReads(): FirstReads {
  let isFirst = 'serviceWorker' in navigator && !navigator.serviceWorker.controller;
  const answers = new Map<string, Response>();
  let keep: Keep = (answer) => void answers.set(answer.url, answer);
  return {
    async fetch(url, init) {
      const isOurs = isFirst;
      const answer = await fetch(url, init);
      if (isOurs && answer.ok) keep(answer.clone());
      return answer;
    },
    handOver(next) {
      isFirst = false;
      keep = next;
      for (const answer of answers.values()) keep(answer);
      answers.clear();
    },
  };
}
