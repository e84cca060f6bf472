/**
 * The browser's features that some visitors do not have: because their browser is old, because they block cookies or
 * storage (then even reading `navigator.serviceWorker` may throw), or because a program has taken the feature away.
 * The rest of the code reaches these features only through this module, which answers `undefined` for all of it.
 */

/** What `reach` returns; undefined if it throws, or if there is nothing. */
export function optional<T>(reach: () => T | null | undefined): T | undefined {
  try {
    return reach() ?? undefined;
  } catch {
    return undefined;
  }
}

/** The registrations of service workers. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  optional(() => navigator.serviceWorker);

/** The worker that answers this page's requests. */
export const controller = (): ServiceWorker | undefined =>
  optional(() => navigator.serviceWorker.controller);
