import { createContext, use, type ReactNode } from 'react';
import type { AppServices } from './services';
import type { PageWorker } from './worker';
import type { Safety } from './safety';

/** What only the app's own wiring uses; screens see `Services`. */
export interface AppContext {
  services: AppServices;
  safety: Safety;
  worker: PageWorker;
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
