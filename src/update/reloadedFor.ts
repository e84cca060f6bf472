/** A tab reloads only once for each build and version, and not for ever for new workers. */
import { tabStore } from '../lib/webStorage';

/**
 * `build`: another build on the host; `files`: missing files of this build; `version`: a newer one in the database;
 * `waiting`: a newer worker that the old one has kept waiting.
 */
type Reason = 'build' | 'files' | 'version' | 'waiting';

const entryOf = (reason: Reason) => `reloadedFor.${reason}`;

/** Null if this tab has not, or if storage is blocked. */
export const reloadedFor = (reason: Reason): string | null =>
  tabStore.read(entryOf(reason)) ?? null;

/**
 * Returns false if the tab has already reloaded for it, or if that cannot be remembered. Then the tab must not reload,
 * or it might do so for ever.
 */
export const claimReload = (reason: Reason, value: string): boolean =>
  reloadedFor(reason) !== value && tabStore.write(entryOf(reason), value);

/** At most so many in this time (milliseconds). */
const MAX_WORKER_RELOADS = 3;
const WORKER_RELOADS_WITHIN = 10 * 60_000;

const WORKERS = 'reloadedFor.workers';

/** Undefined if that cannot be read. */
function lateReloads(now: number): number[] | undefined {
  const stored = tabStore.read(WORKERS);
  if (stored === undefined) return undefined;
  const times = (stored ?? '').split(' ').filter(Boolean).map(Number);
  // A time in the future was written by a clock that was put right since.
  return times.filter((time) => Math.abs(now - time) < WORKER_RELOADS_WITHIN);
}

/**
 * Not if the last reloads came one after another: where a proxy or a host changes the worker's script at each request,
 * each load finds a new worker, and the reloads would never end.
 */
export function mayReloadForWorker(now = Date.now()): boolean {
  const late = lateReloads(now);
  return late !== undefined && late.length < MAX_WORKER_RELOADS;
}

/** False if the tab must not reload. */
export const claimReloadForWorker = (now = Date.now()): boolean =>
  mayReloadForWorker(now) && tabStore.write(WORKERS, [...lateReloads(now)!, now].join(' '));
