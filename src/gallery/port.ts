import type { EpochMs } from '../domain/clock';
import type { GalleryCard, GalleryWork } from '../domain/types';
import type { Unsubscribe, ReadResult } from '../lib/results';

/** A place in the gallery's order, just behind a work. */
export interface GalleryPlace {
  /** The work's `created` as the server sent it: a `Date` would cut off its microseconds. */
  created: Record<string, unknown>;
  id: string;
}

export interface GalleryPage {
  /** Whole works, or only what cards show, as a later page has them before it is kept ahead or followed. */
  works: readonly GalleryCard[];
  /** Where the page begins; the first page has no such place. */
  after?: GalleryPlace | undefined;
  /** Where the page ends, if works follow. */
  next?: GalleryPlace | undefined;
}

/** All works, the newest first, `MAX_LISTED_WORKS` at most. */
export interface AllWorks {
  works: readonly GalleryCard[];
  /** When the server was asked for them; undefined for what the build has written. */
  readAt?: EpochMs;
}

export interface GalleryPort {
  first(signal?: AbortSignal): Promise<ReadResult<GalleryPage>>;
  /** Asked for once in a visit. */
  after(place: GalleryPlace): Promise<ReadResult<GalleryPage>>;
  /** Keeps some works behind a place on the device, for a visit without the network, once the page is idle. */
  keepAhead(place: GalleryPlace): Unsubscribe;
  /**
   * Follows the pages in memory live, from some idle moment after the first call for the rest of the visit. Calls
   * `onWorks` after every change of one.
   */
  follow(onWorks: (page: number, works: GalleryWork[]) => void): void;
  all(): Promise<ReadResult<AllWorks>>;
  /** All works as the build knew them: the worker keeps the page that lists them. */
  built(): Promise<AllWorks | undefined>;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
}
