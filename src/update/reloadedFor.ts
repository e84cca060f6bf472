/** Remembers for which builds and versions this tab has reloaded, so that it reloads only once for each. */

/** `build`: another build on the host; `files`: missing files of this build; `version`: a newer one in the database. */
type Reason = 'build' | 'files' | 'version';

const entryOf = (reason: Reason) => `reloadedFor.${reason}`;

/** The build or version for which this tab has last reloaded; null if it has not, or if storage is blocked. */
export function reloadedFor(reason: Reason): string | null {
  try {
    return sessionStorage.getItem(entryOf(reason));
  } catch {
    return null;
  }
}

/**
 * Remembers that this tab reloads for a build or version, and returns true. Returns false if the tab has already
 * reloaded for it, or if that cannot be remembered. Then the tab must not reload, or it might do so for ever.
 */
export function claimReload(reason: Reason, value: string): boolean {
  try {
    if (sessionStorage.getItem(entryOf(reason)) === value) return false;
    sessionStorage.setItem(entryOf(reason), value);
    return true;
  } catch {
    return false;
  }
}
