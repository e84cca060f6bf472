/** Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript's library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
