/** Whether this build talks to the backend in `local/`; a compile-time constant (build.ts). */
declare const __LOCAL__: boolean;

/** Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript's library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not try this registration again. */
  readonly lastChance: boolean;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}

interface SyncManager {
  register(tag: string): Promise<void>;
}

interface ServiceWorkerRegistration {
  readonly sync?: SyncManager;
}
