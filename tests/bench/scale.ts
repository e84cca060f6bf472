/**
 * What a visit costs by what exists: works of the gallery, reviews of a work, requests that wait. Documents, requests
 * and bytes are Firestore's; times are those of a phone's CPU.
 */
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Backend } from '../../backend/backend';
import {
  cameOnline,
  countWaiting,
  numberedFields,
  seedOutbox,
  workerControls,
} from '../support/deliveryActions';
import { putReviews } from '../support/manyReviews';
import { storedWorks, storeWorks } from '../support/serverContent';
import { throttle } from './slowPhone';
import { strainOf, trafficOf, withVisitor, type Place } from './visitor';

const WORKS = [8, 100, 1_000, 10_000];
const REVIEWS = [100, 5_000];
const WAITING = [1, 200];
/** Bytes of a picture of a request that waits. */
const PICTURE = 40_000;
/** A visit is over when nothing was read for so many milliseconds: longer than listener and idle work wait. */
const QUIET = 16_000;

/** Prints three tables. */
export async function benchScale(place: Place): Promise<void> {
  const gallery = await rowsOf(place, WORKS, async (context, backend, works) => {
    storeWorks(backend, works);
    const rows = await visits(context, backend, '/', async (page) => {
      await page.locator('#gallerySection li > a').first().waitFor();
      await page.locator('#gallerySection').scrollIntoViewIfNeeded();
    });
    return rows.map((row) => ({ works, ...row }));
  });
  print('A visit by the length of the gallery', gallery);
  const reviews = await rowsOf(place, REVIEWS, async (context, backend, count) => {
    const { id } = storedWorks(backend)[0]!;
    putReviews(backend, id, count);
    const rows = await visits(context, backend, `/work/${id}`, (page) =>
      page.getByText(/from [\d,]+ reviews/).scrollIntoViewIfNeeded(),
    );
    return rows.map((row) => ({ reviews: count, ...row }));
  });
  print('A visit of a work by the number of its reviews', reviews);
  const waiting = await rowsOf(place, WAITING, (context, _, count) =>
    measureWaiting(context, count),
  );
  print('Requests that wait, with the list open while they are sent', waiting);
}

type Row = Record<string, number | string>;

/** One visitor and one backend for each size. */
async function rowsOf(
  place: Place,
  sizes: readonly number[],
  measure: (context: BrowserContext, backend: Backend, size: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    await withVisitor(place, async (context, backend) => {
      rows.push(...(await measure(context, backend, size)));
    });
  }
  return rows;
}

/** A first visit, a second one and one without a network. `look`: what the visitor looks at. */
async function visits(
  context: BrowserContext,
  backend: Backend,
  address: string,
  look: (page: Page) => Promise<void>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const visit of ['first', 'second', 'offline']) {
    await context.setOffline(visit === 'offline');
    backend.reads.reset();
    backend.requests.clear();
    const page = await context.newPage();
    await page.addInitScript(watchFirst);
    await throttle(page);
    await page.goto(address);
    await look(page);
    rows.push({ visit, ...(await untilQuiet(page, backend)) });
    await page.close();
  }
  return rows;
}

/** In the page: notes when the first card or review is there. */
function watchFirst(): void {
  const seen = { first: 0 };
  Object.assign(globalThis, { seen });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#gallerySection li > a, [aria-labelledby=reviews-title] li'))
      return;
    seen.first = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

async function untilQuiet(page: Page, backend: Backend): Promise<Row> {
  let before: number;
  do {
    before = backend.reads.total;
    await setTimeout(QUIET);
  } while (backend.reads.total > before);
  const { first } = await page.evaluate(
    () => (globalThis as unknown as { seen: { first: number } }).seen,
  );
  const { 'all long tasks': _, ...strain } = await strainOf(page);
  return { ...trafficOf(backend), 'first shown': Math.round(first), ...strain };
}

function print(title: string, rows: Row[]): void {
  console.log(`\n${title}, CPU ÷ 4 (times in ms, heap in MB)`);
  console.table(rows);
}

/** Lets so many requests with two pictures each wait, opens their list, and brings the network back. */
async function measureWaiting(context: BrowserContext, count: number) {
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
