/** What the screens read from the server, and how a read can end. */
import type { GalleryWork, Review, ServiceType } from '../domain/types';

export type Unsubscribe = () => void;

/** Why a read failed. `missing`: the server's definite 404. The others may succeed later. */
export type ReadFailure = 'missing' | 'offline' | 'failed';
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };

export interface GalleryPort {
  /** All works, oldest first. */
  list(signal?: AbortSignal): Promise<ReadResult<GalleryWork[]>>;
  /** Follows the gallery live once the page is idle. Calls `onWorks` after every change. */
  follow(onWorks: (works: GalleryWork[]) => void): Unsubscribe;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
  /** The reviews of a work, newest first. */
  reviews(workId: string, signal?: AbortSignal): Promise<ReadResult<Review[]>>;
}

export interface ConfigurationPort {
  /** The service types a request can name. */
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
  /** The stored version, never from a cache. */
  version(): Promise<ReadResult<number>>;
}
