/** What the screens read from the server, and how a read can end. */
import type { GalleryWork, Review, ServiceType } from '../domain/types';

export type Unsubscribe = () => void;

/** Why a read failed. `missing`: the server's definite 404. The others may succeed later. */
export type ReadFailure = 'missing' | 'offline' | 'failed';
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };

/** The number of a work's reviews and their mean, and the server's time when they were counted. */
export interface Rating {
  count: number;
  average: number;
  at: string;
}

/** The place in a list of reviews after this one. */
export interface ReviewCursor {
  id: string;
  created: string;
}

/** Reviews of a work, newest first. With `next` there are more of them behind the last one. */
export interface ReviewPage {
  reviews: Review[];
  next?: ReviewCursor;
}

export interface GalleryPort {
  /** All works, oldest first. */
  list(signal?: AbortSignal): Promise<ReadResult<GalleryWork[]>>;
  /** Follows the gallery live once the page is idle. Calls `onWorks` after every change. */
  follow(onWorks: (works: GalleryWork[]) => void): Unsubscribe;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
  /** The newest reviews of a work. Most works have no more. */
  reviews(workId: string, signal?: AbortSignal): Promise<ReadResult<ReviewPage>>;
  /** The reviews after those. */
  moreReviews(workId: string, after: ReviewCursor): Promise<ReadResult<ReviewPage>>;
  /** The rating by all reviews, for a work that has more than one page. Without an answer the last known one. */
  rating(workId: string, signal?: AbortSignal): Promise<ReadResult<Rating>>;
}

export interface ConfigurationPort {
  /** The service types a request can name. */
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
  /** The stored version, never from a cache. */
  version(): Promise<ReadResult<number>>;
}
