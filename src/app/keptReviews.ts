import type { BackendConfig } from '../backend/config';
import type { KeptReviewStore } from '../domain/keptReviews';
import type { Unsubscribe } from '../domain/ports';

type Log = (message: string, error: unknown) => void;

/** Loads what sends reviews as soon as one is kept on this device; most visitors never need it. */
export function sendKeptReviews(
  config: BackendConfig,
  store: KeptReviewStore,
  log: Log,
): Unsubscribe {
  const abort = new AbortController();
  const { signal } = abort;
  const look = async () => {
    if (document.visibilityState === 'hidden') return;
    try {
      if ((await store.all()).length === 0 || signal.aborted) return;
      const { openReviews } = await import('./reviewServices');
      openReviews(config, store);
      // It has triggers of its own.
      abort.abort();
    } catch (error) {
      log('Kept reviews could not be looked for.', error);
    }
  };
  window.addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  void look();
  return () => abort.abort();
}
