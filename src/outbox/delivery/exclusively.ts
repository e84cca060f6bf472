/** Runs `work` while no other context of this origin runs work of the same name. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Uses Web Locks, which the browser releases when their holder dies. Browsers without them do not run our
 * worker: there, work of one name runs one after the other in this page only, and revisions protect the
 * records from other tabs.
 */
export function createExclusively(locks: LockManager | undefined): Exclusively {
  const last = new Map<string, Promise<unknown>>();
  const inTurn: Exclusively = (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
  if (!locks) return inTurn;
  return async (name, work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return (await locks.request(name, begin)) as Awaited<ReturnType<typeof work>>;
    } catch (error) {
      // The browser's settings may forbid locks although there are some.
      if (hasBegun) throw error;
      return inTurn(name, work);
    }
  };
}
