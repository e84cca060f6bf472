import { createContext, use } from 'react';
import type {
  ConfigurationPort,
  DraftPort,
  GalleryPort,
  Later,
  OutboxPort,
  PageWorker,
  Safety,
} from '../domain/ports';

/** The outside world as the screens see it; `src/start` builds the real one. */
export interface Services {
  gallery: GalleryPort;
  configuration: ConfigurationPort;
  outbox: OutboxPort;
  drafts: DraftPort;
  safety: Safety;
  worker: PageWorker;
  /** Queues what is fetched in advance. */
  later: Later;
}

const Context = createContext({} as Services);
export const ServicesProvider = Context.Provider;
export const useServices = () => use(Context);
