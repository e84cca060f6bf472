/** Milliseconds between two looks. */
const PAUSE = 100;

const nothing = (value: unknown) => value === undefined || value === null || value === false;

/**
 * Looks again and again until there is something, and resolves with it. What a look throws counts as
 * nothing (a page may be about to load) and is told when the time is up.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  patience = 20_000,
): Promise<T> {
  const end = Date.now() + patience;
  let cause: unknown;
  for (;;) {
    try {
      const found = await look();
      if (!nothing(found)) return found as T;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${patience / 1000} s in vain: ${what}.`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
