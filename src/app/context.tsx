import { createContext, use, type ReactNode } from 'react';
import type { VersionPort } from '../domain/ports';
import type { Later } from './idle';
import type { AppServices } from './services';
import type { Safety } from './safety';

/** What only the app's own wiring uses; screens see `Services`. */
export interface AppContext {
  services: AppServices;
  safety: Safety;
  /** What a reload would lose; `safety` is about what it would disturb. */
  unsaved: Safety;
  version: VersionPort;
  /** Queues what is fetched in advance. */
  later: Later;
}

const Context = createContext<AppContext | null>(null);

export function AppContextProvider({
  value,
  children,
}: {
  value: AppContext;
  children: ReactNode;
}) {
  return <Context value={value}>{children}</Context>;
}

export function useAppContext(): AppContext {
  const context = use(Context);
  if (!context) throw new Error('Rendered outside <AppContextProvider>.');
  return context;
}
