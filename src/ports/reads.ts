/** What the screens read, and how a read ends. */
import type { GalleryWork, Review, ServiceType } from '../domain/types';

export type Unsubscribe = () => void;

/** Why a read gave nothing: `missing` is the server's definite 404, the others may pass. */
export type ReadFailure = 'missing' | 'offline' | 'failed';
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };

export interface GalleryPort {
  /** All works, oldest first. */
  list(signal?: AbortSignal): Promise<ReadResult<GalleryWork[]>>;
  /** Follows the gallery live once the page is idle; `onWorks` is called with every change. */
  follow(onWorks: (works: GalleryWork[]) => void): Unsubscribe;
  work(id: string, signal?: AbortSignal): Promise<ReadResult<GalleryWork>>;
  /** Reviews of a work, newest first. */
  reviews(workId: string, signal?: AbortSignal): Promise<ReadResult<Review[]>>;
}

export interface ConfigurationPort {
  /** The service types a request can name. */
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
  /** The stored version; never from a cache. */
  version(): Promise<ReadResult<number>>;
}
