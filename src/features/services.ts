import { createContext, use } from 'react';
import type { DraftPort, GalleryPort, OutboxPort, ServicesPort } from '../domain/ports';

/** The outside world as the screens see it; `src/app` builds the real one. */
export interface Services {
  gallery: GalleryPort;
  services: ServicesPort;
  outbox: OutboxPort;
  drafts: DraftPort;
}

const Context = createContext({} as Services);
export const ServicesProvider = Context.Provider;
export const useServices = () => use(Context);
