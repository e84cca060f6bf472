/**
 * Looks at every stored request once, in pages and in the order of their creation. How far it came is stored behind
 * each page, so a run that is killed has done its part.
 */
import type { EpochMs } from './epochTime.js';

export interface SeenRequest {
  id: string;
  created: EpochMs;
  /** Whether pictures are attached to it. Always false in pages of `times`. */
  hasPictures: boolean;
}

/** `times`: when they were created, 300 a page. `pictures`: also whether pictures are attached, 25 a page. */
export type Detail = 'times' | 'pictures';

export interface Search {
  /** The name under which the search stores how far it has come. */
  place: string;
  from: EpochMs;
  to: EpochMs;
  detail: Detail;
}

export interface PagesDeps {
  /**
   * The next requests, oldest first, created in `from` to `to`: those behind the search's stored place. `store` makes
   * the last of them the stored place. Requests of one commit share their time, so a place is a time and a number.
   */
  nextPage(search: Search): Promise<{ requests: SeenRequest[]; store(): Promise<void> }>;
  now(): EpochMs;
}

/** Milliseconds. The platform ends a run after 540 s, and up to six jobs of such a length are in one. */
export const STOP_AFTER = 80_000;

/** Rejects with what `look` rejects with; the next run then begins with the same page. */
export async function eachPage(
  search: Search,
  deps: PagesDeps,
  look: (requests: SeenRequest[]) => Promise<void>,
): Promise<void> {
  const start = deps.now();
  while (deps.now() - start < STOP_AFTER) {
    const { requests, store } = await deps.nextPage(search);
    if (requests.length === 0) return;
    await look(requests);
    await store();
  }
}
