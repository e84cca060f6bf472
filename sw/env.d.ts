/** Whether this build talks to the backend in `backend/`; a compile-time constant (tools/build/build.ts). */
declare const __LOCAL__: boolean;

/** Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript's library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
