/** Keeps what goes on by time from going on while a test looks, however slow the machine is. */
import type { Page } from '@playwright/test';

/** In these pages no timer of `least` milliseconds or more fires by itself. Runs there. */
function holdTimers(least: number): void {
  const held = new Map<number, { wait: number; run(): void }>();
  let last = 0;
  const start = globalThis.setTimeout.bind(globalThis);
  const end = globalThis.clearTimeout.bind(globalThis);
  Object.assign(globalThis, {
    setTimeout(run: (...words: unknown[]) => void, wait = 0, ...words: unknown[]) {
      if (wait < least) return start(run, wait, ...words);
      // No timer of the browser's has a number below zero.
      last -= 1;
      held.set(last, { wait, run: () => run(...words) });
      return last;
    },
    clearTimeout(id: number | undefined) {
      if (!held.delete(id ?? 0)) end(id);
    },
    endLongWaits(most: number) {
      const come = [...held].filter(([, { wait }]) => wait <= most);
      for (const [id, { run }] of come) if (held.delete(id)) run();
    },
  });
}

/** In the pages that are opened from now on, no timer of `least` milliseconds or more fires before `endLongWaits`. */
export const withoutLongWaits = (page: Page, least: number): Promise<unknown> =>
  page.addInitScript(holdTimers, least);

/** The time of every timer of at most so many milliseconds that is held has come. */
export const endLongWaits = (page: Page, most: number): Promise<void> =>
  page.evaluate((wait) => {
    (globalThis as unknown as { endLongWaits(most: number): void }).endLongWaits(wait);
  }, most);

/** What the page waits for by now never comes. */
export const stopTimers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let id = Number(setTimeout(() => {})); id > 0; id -= 1) clearTimeout(id);
  });
