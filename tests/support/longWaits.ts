/** Keeps what goes on by time from going on while a test looks, however slow the machine is. */
import type { Page } from '@playwright/test';

/** In the pages that are opened from now on, no timer of `from` milliseconds or more ever fires. */
export const withoutLongWaits = (page: Page, from: number): Promise<unknown> =>
  page.addInitScript((least) => {
    const start = window.setTimeout.bind(window);
    const patient = (run: TimerHandler, wait = 0, ...words: unknown[]) =>
      wait < least ? start(run, wait, ...words) : 0;
    Object.assign(window, { setTimeout: patient });
  }, from);
