/** What the list of waiting requests costs by their number: to open it, and to look at it while they are sent. */
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import {
  cameOnline,
  countWaiting,
  numberedFields,
  seedOutbox,
  workerControls,
} from '../support/deliveryActions';
import { throttle } from './slowPhone';
import { strainOf } from './visitor';

/** Bytes of a picture. */
const PICTURE = 40_000;

/** Lets so many requests with two pictures each wait, opens their list, and brings the network back. */
export async function measureWaiting(context: BrowserContext, count: number) {
  const page = await context.newPage();
  await page.addInitScript(countRecords);
  await page.goto('/');
  await workerControls(page);
  await context.setOffline(true);
  for (let from = 0; from < count; from += 50) {
    const seeds = Array.from({ length: Math.min(50, count - from) }, (_, index) => ({
      fields: numberedFields(from + index),
      pictures: [PICTURE, PICTURE],
    }));
    await seedOutbox(page, seeds);
  }
  await page.reload();
  await throttle(page);
  const notice = page.getByRole('button', { name: /waiting to be sent/ });
  await notice.waitFor();
  const opened = await opening(page);
  const rows = page.getByRole('dialog', { name: 'Waiting requests' }).getByRole('listitem');
  await rows.last().waitFor();
  const before = await recordsRead(page);
  const begun = performance.now();
  await context.setOffline(false);
  await cameOnline(page);
  while ((await countWaiting(page)) > 0) await setTimeout(200);
  const row = {
    waiting: count,
    'list opens': opened,
    'sent after': Math.round(performance.now() - begun),
    'records read': (await recordsRead(page)) - before,
    ...(await strainOf(page)),
  };
  await page.close();
  return [row];
}

/** Milliseconds from the press to the painted list. */
const opening = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const buttons = [...document.querySelectorAll('button')];
    const begun = performance.now();
    buttons.find(({ textContent }) => /waiting to be sent/.test(textContent ?? ''))!.click();
    while (!document.querySelector('dialog[open] li')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return Math.round(performance.now() - begun);
  });

/** In the page: counts the records that it reads. */
function countRecords(): void {
  const count = { records: 0 };
  Object.assign(globalThis, { count });
  for (const method of ['get', 'getAll'] as const) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given: never[]) {
      const request = (original as (...args: never[]) => IDBRequest).apply(this, given);
      if (this.name !== 'records') return request;
      request.addEventListener('success', () => {
        const { result } = request as { result: unknown };
        count.records += Array.isArray(result) ? result.length : 1;
      });
      return request;
    } as never;
  }
}

const recordsRead = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { count: { records: number } }).count.records);
