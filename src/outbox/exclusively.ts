/** Runs `work` alone among all contexts of this origin that use the same name. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Web Locks, which the browser releases when the holder dies. Where there are none (no worker of ours
 * runs there) this context takes turns with itself; other tabs are kept apart by the revisions.
 */
export function createExclusively(locks: LockManager | undefined): Exclusively {
  if (locks) {
    return async (name, work) =>
      (await locks.request(name, work)) as Awaited<ReturnType<typeof work>>;
  }
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
}
