/** A tab reloads only once for each build and version, and not for ever for new workers. */
import { tabStore } from '../lib/webStorage';

/**
 * `build`: another build on the host; `files`: missing files of this build; `version`: a newer one in the database;
 * `waiting`: a newer worker that the old one has kept waiting.
 */
type Reason = 'build' | 'files' | 'version' | 'waiting';

const entryOf = (reason: Reason) => `reloadedFor.${reason}`;

/** The build or version for which this tab has last reloaded; null if it has not, or if storage is blocked. */
export const reloadedFor = (reason: Reason): string | null =>
  tabStore.read(entryOf(reason)) ?? null;

/**
 * Remembers that this tab reloads for a build or version, and returns true. Returns false if the tab has already
 * reloaded for it, or if that cannot be remembered. Then the tab must not reload, or it might do so for ever.
 */
export const claimReload = (reason: Reason, value: string): boolean =>
  reloadedFor(reason) !== value && tabStore.write(entryOf(reason), value);

/** A tab reloads for new workers at most so often in this time (milliseconds). */
const MAX_WORKER_RELOADS = 3;
const WORKER_RELOADS_WITHIN = 10 * 60_000;

const WORKERS = 'reloadedFor.workers';

/** When this tab has lately reloaded for new workers; undefined if that cannot be read. */
function lateReloads(now: number): number[] | undefined {
  const stored = tabStore.read(WORKERS);
  if (stored === undefined) return undefined;
  const times = (stored ?? '').split(' ').filter(Boolean).map(Number);
  // A time in the future was written by a clock that was put right since.
  return times.filter((time) => Math.abs(now - time) < WORKER_RELOADS_WITHIN);
}

/**
 * Whether this tab may reload for another new worker. Not if the last reloads came one after another: where a proxy or
 * a host changes the worker's script at each request, each load finds a new worker, and the reloads would never end.
 */
export function mayReloadForWorker(now = Date.now()): boolean {
  const late = lateReloads(now);
  return late !== undefined && late.length < MAX_WORKER_RELOADS;
}

/** Remembers that this tab reloads for a new worker, and returns true; false if it must not. */
export const claimReloadForWorker = (now = Date.now()): boolean =>
  mayReloadForWorker(now) && tabStore.write(WORKERS, [...lateReloads(now)!, now].join(' '));
