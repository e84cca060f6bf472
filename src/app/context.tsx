import { createContext, use } from 'react';
import type { Later } from './idle';
import type { AppServices } from './services';
import type { Safety } from '../update/safety';
import type { PageWorker } from '../update/worker';

/** What only the app's own wiring uses; screens see `Services`. */
export interface AppContext {
  services: AppServices;
  safety: Safety;
  /** What a reload would lose; `safety` is about what it would disturb. */
  unsaved: Safety;
  worker: PageWorker;
  /** Queues what is fetched in advance. */
  later: Later;
}

const Context = createContext({} as AppContext);
export const AppContextProvider = Context.Provider;
export const useAppContext = () => use(Context);
