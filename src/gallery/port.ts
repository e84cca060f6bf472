import type { EpochMs } from '../domain/clock';
import type { GalleryCard, GalleryWork } from '../domain/types';
import type { Unsubscribe, ReadResult } from '../lib/results';

/** Just behind a work. */
export interface GalleryPlace {
  /** The work's `created` as the server sent it: a `Date` would cut off its microseconds. */
  created: Record<string, unknown>;
  id: string;
}

export interface GalleryPage {
  /** Whole works on the first page; only what cards show on those that the visitor has asked for. */
  works: readonly GalleryCard[];
  /** The first page has no such place. */
  after?: GalleryPlace | undefined;
  /** If works follow. */
  next?: GalleryPlace | undefined;
}

/** Newest first, `MAX_LISTED_WORKS` at most. */
export interface AllWorks {
  works: readonly GalleryCard[];
  /** Undefined for what the build has written. */
  readAt?: EpochMs;
}

export interface GalleryPort {
  first(signal?: AbortSignal): Promise<ReadResult<GalleryPage>>;
  /** Asked for once in a visit. */
  after(place: GalleryPlace): Promise<ReadResult<GalleryPage>>;
  /** On the device, for a visit without the network, once the page is idle. */
  keepAhead(place: GalleryPlace): Unsubscribe;
  /**
   * Follows the pages in memory live, from some idle moment after the first call for the rest of the visit. Calls
   * `onWorks` after every change of one.
   */
  follow(onWorks: (page: number, works: GalleryWork[]) => void): void;
  all(): Promise<ReadResult<AllWorks>>;
  /** The worker keeps the page that lists them. */
  built(): Promise<AllWorks | undefined>;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
}
