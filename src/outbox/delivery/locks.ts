/** Runs `work` while no other context of this origin runs work of this name. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Uses Web Locks, which end with their holder. Browsers without them do not run our worker: there, work of one name
 * runs in turn in this page only. A page that is left lets go: Safari before version 26 lets a page in its cache of
 * pages keep its locks (WebKit bug 283528), and nobody could deliver any more. If it comes back, its work goes on
 * beside that of the next holder: correctness rests on the revisions, the lock only saves calls.
 */
export function createExclusively(
  locks: LockManager | undefined,
  nextLeaving: () => Leaving = noLeaving,
): Exclusively {
  const last = new Map<string, Promise<unknown>>();
  const inTurn: Exclusively = (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
  if (!locks) return inTurn;
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    for (;;) {
      const leaving = nextLeaving();
      let working: Promise<T> | undefined;
      const begin = () => {
        working = work();
        return Promise.race([working, leaving.isLeft]);
      };
      try {
        await locks.request(name, { signal: leaving.signal }, begin);
        return await working!;
      } catch (error) {
        // The browser's settings may forbid locks although there are some.
        if (!working && !leaving.signal.aborted) return await inTurn(name, work);
        if (working) throw error;
        // The page was left while it waited: it asks again when it comes back.
        await leaving.isBack;
      } finally {
        leaving.stop();
      }
    }
  };
}

interface Leaving {
  signal: AbortSignal;
  isLeft: Promise<void>;
  isBack: Promise<void>;
  stop(): void;
}

function noLeaving(): Leaving {
  const never = new Promise<void>(() => {});
  return { signal: new AbortController().signal, isLeft: never, isBack: never, stop() {} };
}

export function whenLeft(): Leaving {
  const left = new AbortController();
  const end = new AbortController();
  const next = (type: string, then?: () => void) =>
    new Promise<void>((resolve) => {
      const heard = () => {
        then?.();
        resolve();
      };
      addEventListener(type, heard, { signal: end.signal });
    });
  return {
    signal: left.signal,
    isLeft: next('pagehide', () => left.abort()),
    isBack: next('pageshow'),
    stop: () => end.abort(),
  };
}
