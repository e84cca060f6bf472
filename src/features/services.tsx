import { createContext, use, type ReactNode } from 'react';
import type { DraftPort, GalleryPort, OutboxPort, ServicesPort } from '../domain/ports';

/** The outside world as the screens see it; `src/app` builds the real one. */
export interface Services {
  gallery: GalleryPort;
  services: ServicesPort;
  outbox: OutboxPort;
  drafts: DraftPort;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ value, children }: { value: Services; children: ReactNode }) {
  return <ServicesContext value={value}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('A screen was rendered outside <ServicesProvider>.');
  return services;
}
