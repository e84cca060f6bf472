/**
 * What the site's screens share: the outside world as interfaces, handed to them by one context. Beside it are facts of
 * the business (`business/`), forms (`form/`), loading parts and data (`loading/`) and works in memory (`works/`).
 */
import { createContext, use } from 'react';
import type { GalleryPort } from '../gallery/port';
import type { DraftPort, OutboxPort } from '../outbox/port';
import type { QueueIdleTask, PageWorker, Safety } from '../lib/pageServices';
import type { RequestFormPort } from '../request/port';
import type { ReviewsPort } from '../reviews/port';
import type { WorksStore } from './works/worksStore';
import type { ServiceType } from '../domain/types';
import type { ReadResult } from '../lib/results';

/**
 * The outside world as the screens see it. `src/start/main.tsx` puts the real one together: reads, outbox and drafts are
 * made by `src/app/createServices.ts`, the form's port by `src/request/lazyRequestForm.ts`, `safety` and `worker` in
 * `src/update`.
 */
export interface Services {
  works: WorksStore;
  gallery: GalleryPort;
  reviews: ReviewsPort;
  configuration: ConfigurationPort;
  outbox: OutboxPort;
  drafts: DraftPort;
  requestForm: RequestFormPort;
  safety: Safety;
  worker: PageWorker;
  queueIdleTask: QueueIdleTask;
  once: Once;
}

/** Makes at the first call what must outlive the screens: all later calls with the same function give the same. */
export type Once = <T>(make: () => T) => T;

export function createOnce(): Once {
  const made = new Map<() => unknown, unknown>();
  return <T>(make: () => T) => {
    if (!made.has(make)) made.set(make, make());
    return made.get(make) as T;
  };
}

const Context = createContext<Services | undefined>(undefined);
export const ServicesProvider = Context.Provider;

/** Throws where no provider surrounds the component. */
export function useServices(): Services {
  const services = use(Context);
  if (!services) throw new Error('This component needs a ServicesProvider around it.');
  return services;
}

export interface ConfigurationPort {
  serviceTypes(signal?: AbortSignal): Promise<ReadResult<ServiceType[]>>;
  /** The stored version, never from a cache. */
  version(): Promise<ReadResult<number>>;
}
