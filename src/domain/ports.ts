/**
 * What the screens need from the outside, as plain interfaces: `src/app` provides them, features use
 * them, tests may replace them. Nothing here knows Firebase, IndexedDB or the worker.
 */
import type { DeliveryEvent, OutboxSummary, PreparedImage } from './outbox';
import type { GalleryWork, RequestFields, Review, ServiceType } from './types';

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

export interface ServicesPort {
  /** The service types a request can name; empty when they cannot be read. */
  serviceTypes(signal?: AbortSignal): Promise<ServiceType[]>;
}

export type SaveResult =
  | { outcome: 'saved'; key: string }
  /** No durable storage here, or it is full: nothing was saved. */
  | { outcome: 'unavailable' | 'full' };

export interface OutboxPort {
  /** Saves a request and its pictures in one strict transaction, then asks for its delivery. */
  save(fields: RequestFields, images: PreparedImage[]): Promise<SaveResult>;
  /** Delivers without saving; rejects when the server cannot be reached or refuses. */
  sendDirectly(
    fields: RequestFields,
    images: PreparedImage[],
    onEvent: (event: DeliveryEvent) => void,
  ): Promise<void>;
  /** Everything that waits, oldest first. */
  list(): Promise<OutboxSummary[]>;
  subscribe(onEvent: (event: DeliveryEvent) => void): Unsubscribe;
  /** Starts a delivery now, ignoring back-off. */
  tryNow(): void;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
  /** Takes a record that needs attention back into the form: its fields and pictures. */
  reopen(key: string): Promise<{ fields: RequestFields; images: PreparedImage[] } | undefined>;
}

/** A picture in the form before it is sent, with what its preview needs. */
export interface DraftImage extends PreparedImage {
  /** Identifies the picture within the draft. */
  id: string;
}

export interface Draft {
  fields: RequestFields;
  images: DraftImage[];
}

export interface DraftPort {
  load(): Promise<Draft | undefined>;
  saveFields(fields: RequestFields): Promise<void>;
  saveImages(images: DraftImage[]): Promise<void>;
  clear(): Promise<void>;
}

export interface ImagePort {
  /** Re-encodes a chosen picture and makes its thumbnail; never rejects for a picture it cannot decode. */
  prepare(file: File): Promise<PreparedImage>;
}
