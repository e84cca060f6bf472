/** What this tab has reloaded for, so that it does so once for each reason. */

/** What a tab reloads for: another build on the host, or a newer version in the database. */
type Reason = 'build' | 'version';

const entryOf = (reason: Reason) => `reloadedFor.${reason}`;

/** Which build or version this tab has last reloaded for; null where it has not, or storage is blocked. */
export function reloadedFor(reason: Reason): string | null {
  try {
    return sessionStorage.getItem(entryOf(reason));
  } catch {
    return null;
  }
}

/**
 * Notes that this tab reloads for a build or version. False where it has done so before, or where that cannot
 * be kept: then nothing may be reloaded, or it might go on for ever.
 */
export function noteReload(reason: Reason, value: string): boolean {
  try {
    if (sessionStorage.getItem(entryOf(reason)) === value) return false;
    sessionStorage.setItem(entryOf(reason), value);
    return true;
  } catch {
    return false;
  }
}
