/**
 * What an owner's phone does while three photos of twelve megapixels are prepared (CPU ÷ 4): the longest task of the page's
 * thread, and how long the slowest key that is typed meanwhile waits for the next paint (Event Timing API).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { ADD_WORK, openOwnerPage, photos } from '../support/ownerActions';
import { button } from '../support/reviewActions';
import { median, PHONE, throttle } from './slowPhone';

const COUNT = 3;

interface Seen {
  tasks: number[];
  keys: number[];
}

export async function benchPhotos(site: string, folder: string, rounds: number): Promise<void> {
  // As files: what Playwright hands over as bytes is read in a task of its own.
  const files = (await photos(COUNT, 4000, 3000)).map(({ name, buffer }) => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, buffer);
    return file;
  });
  const all: Record<string, number>[] = [];
  for (let done = 0; done < rounds; done += 1) {
    const executablePath = ensureChromium();
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    try {
      const context = await browser.newContext({ baseURL: site, ...PHONE });
      await context.addInitScript('globalThis.__name = (named) => named');
      const page = await context.newPage();
      await openOwnerPage(page);
      await button(page, ADD_WORK).click();
      const title = page.getByLabel('Title', { exact: true });
      await title.focus();
      await throttle(page);
      const seen = await page.evaluateHandle(watch);
      const began = performance.now();
      await page.getByLabel('Add after pictures').setInputFiles(files);
      await title.focus();
      const shown = (count: number) => document.querySelectorAll('figure img').length === count;
      const end = page.waitForFunction(shown, COUNT).then(() => true);
      while (!(await Promise.race([end, page.keyboard.press('a', { delay: 50 })])));
      const took = performance.now() - began;
      const { tasks, keys } = await seen.jsonValue();
      all.push({
        'longest task': Math.max(0, ...tasks),
        'tasks over 50 ms': tasks.length,
        'slowest key': Math.max(0, ...keys),
        'all are prepared': took,
      });
    } finally {
      await browser.close();
    }
  }
  console.log(`\nWhile ${COUNT} photos are prepared, CPU ÷ 4, medians of ${rounds} rounds (ms)`);
  console.table(
    Object.keys(all[0]!).map((what) => {
      return { what, median: Math.round(median(all.map((one) => one[what]!))) };
    }),
  );
}

/** In the page. */
function watch(): Seen {
  const seen: Seen = { tasks: [], keys: [] };
  const note = (list: PerformanceObserverEntryList) => list.getEntries();
  new PerformanceObserver((list) => {
    seen.tasks.push(...note(list).map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  const options = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    const keys = note(list).filter(({ name }) => name.startsWith('key'));
    seen.keys.push(...keys.map(({ duration }) => duration));
  }).observe(options);
  return seen;
}
