/**
 * The first paint of a start without a network in a browser that was just opened, beside that of the least
 * page that a worker can have (`tests/floor/leastWorker.js`), on a phone's CPU.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { median, PHONE, throttle } from './slowPhone';

/** Visits both origins, ends the servers by `stop`, and starts each in fresh copies of that profile. */
export async function benchOfflineStart(
  site: string,
  least: string,
  folder: string,
  rounds: number,
  stop: () => Promise<void>,
): Promise<void> {
  const profile = join(folder, 'profile');
  await inProfile(profile, async (context) => {
    const page = await context.newPage();
    await page.goto(site);
    // The app registers its worker itself.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.goto(least);
    await page.evaluate(() => navigator.serviceWorker.register('/leastWorker.js').then(() => {}));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  });
  await stop();
  const [ours, base]: [number[], number[]] = [[], []];
  for (let done = 0; done < rounds; done += 1) {
    for (const [origin, paints] of [
      [least, base],
      [site, ours],
    ] as const) {
      const copy = join(folder, 'copy');
      cpSync(profile, copy, { recursive: true });
      paints.push(await inProfile(copy, (context) => firstPaint(context, origin)));
      rmSync(copy, { recursive: true, maxRetries: 5 });
    }
  }
  const [paint, floor] = [median(ours), median(base)];
  console.log(`\nCold start without a network, medians of ${rounds} runs (ms)`);
  const row = { FCP: paint, 'least page': floor, '÷ least page': (paint / floor).toFixed(2) };
  console.table([{ ...row, limit: 2.5 }]);
}

async function inProfile<T>(
  dir: string,
  visit: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext(dir, {
    executablePath: ensureChromium(),
    args: CHROMIUM_ARGS,
    ...PHONE,
  });
  try {
    return await visit(context);
  } finally {
    await context.close();
  }
}

async function firstPaint(context: BrowserContext, origin: string): Promise<number> {
  const [page] = context.pages();
  await throttle(page!);
  await page!.goto(origin);
  const paint = await page!.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return Math.round((await paint.jsonValue())!);
}
