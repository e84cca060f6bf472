import type { OutboxStore } from './store';

/** Runs `work` alone among all contexts of this origin that use the same name. */
export type Exclusively = <T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Milliseconds a lease lasts without renewal, and how often its holder renews it. */
const LEASE = 15_000;
const RENEWAL = 5_000;
/** Milliseconds between two tries for a lease that another context holds. */
const POLL = 1_000;

export interface LockDeps {
  store: OutboxStore;
  /** `navigator.locks` where there is one. */
  locks: LockManager | undefined;
  now: () => number;
  newKey: () => string;
}

/**
 * Web Locks, which the browser releases when the holder dies; without them, leases in the store that
 * run out. A lease may run out under a holder that was frozen, so correctness never rests on it: every
 * write of a record checks its revision.
 */
export function createExclusively(deps: LockDeps): Exclusively {
  const { locks } = deps;
  if (locks) {
    return async (name, work, signal) =>
      (await locks.request(name, signal ? { signal } : {}, work)) as Awaited<
        ReturnType<typeof work>
      >;
  }
  return async (name, work, signal) => {
    const owner = deps.newKey();
    while (!(await take(deps, name, owner))) await pause(POLL, signal);
    const timer = setInterval(() => void renew(deps, name, owner), RENEWAL);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await deps.store.release(name, owner);
    }
  };
}

function take({ store, now }: LockDeps, name: string, owner: string): Promise<boolean> {
  return store.lease(name, owner, now(), now() + LEASE);
}

/** A renewal that fails lets the lease run out, which revisions make harmless. */
async function renew(deps: LockDeps, name: string, owner: string): Promise<void> {
  await take(deps, name, owner).catch(() => false);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('Stopped waiting for the lease.', 'AbortError'));
    if (signal?.aborted) return stop();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        stop();
      },
      { once: true },
    );
  });
}
