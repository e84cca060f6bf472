/** IndexedDB in Node, whose methods a test may replace until it ends. */
import 'fake-indexeddb/auto';
import { afterEach, vi } from 'vitest';

/** The test's own connections are closed by then. */
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name!).addEventListener('success', resolve);
    });
  }
});

/** Calls `work` instead of a method of all databases, transactions or stores, and hands it the method. */
export function instead<T extends object, A extends unknown[], R>(
  of: { prototype: T },
  name: keyof T,
  work: (object: T, method: (...args: A) => R, ...args: A) => R,
): void {
  const method = of.prototype[name] as (...args: A) => R;
  const replaced = function (this: T, ...args: A) {
    return work(this, method.bind(this), ...args);
  };
  const methods = of.prototype as Record<string, () => unknown>;
  vi.spyOn(methods, name as string).mockImplementation(replaced as () => unknown);
}

/** An event for the fake database, which does not accept Node's own. */
export const eventOf = (type: string) => new IDBVersionChangeEvent(type);
