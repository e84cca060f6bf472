import { createContext, use } from 'react';
import type { ConfigurationPort, GalleryPort } from '../ports/reads';
import type { DraftPort, OutboxPort } from '../ports/outbox';
import type { QueueIdleTask, PageWorker, Safety } from '../ports/pageServices';
import type { RequestFormPort } from '../ports/formPort';
import type { ReviewsPort } from '../reviews/ports';
import type { WorksStore } from './works/worksStore';

/** The outside world as the screens see it. `src/start/main.tsx` puts the real one together. */
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
  /** Queues what is loaded in advance, to run in an idle moment. */
  queueIdleTask: QueueIdleTask;
  once: Once;
}

/** Makes at the first call what must outlive the screens; all later calls with the same function give the same. */
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
