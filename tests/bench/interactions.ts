/**
 * What a visitor does, on a phone's CPU: how long the slowest touch or key of each action waits for the next
 * paint (Event Timing API, in steps of 8 ms; the slowest of all is the INP of so short a visit), and how long
 * the form's opening keeps the page from answering.
 */
import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { CATEGORY } from '../support/formActions';
import { median, PHONE, throttle } from './slowPhone';

const TEXT = 'Oak kitchen, 24 doors, we would like sage.';
/** Of keys, in milliseconds: faster than anybody types. */
const PACE = { delay: 50 };
const FORM = 'opening the form, longest task';
const SHOWN = 'the form is there';
const LIMITS: Record<string, number | string> = { [FORM]: 80, [SHOWN]: '' };

/** Milliseconds by the name of what was done, one for each round. */
type Times = Map<string, number[]>;

export async function benchInteractions(site: string, work: string, rounds: number): Promise<void> {
  const times: Times = new Map();
  for (let done = 0; done < rounds; done += 1) {
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: CHROMIUM_ARGS,
    });
    const context = await browser.newContext({ baseURL: site, ...PHONE });
    // tsx wraps named functions in a helper of its own, which the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    try {
      await visitForm(await context.newPage(), times);
      await visitGallery(await context.newPage(), times);
      await visitReview(await context.newPage(), work, times);
    } finally {
      await browser.close();
    }
  }
  const rows = [...times].map(([what, all]) => {
    return { what, median: median(all), most: Math.max(...all), limit: LIMITS[what] ?? 150 };
  });
  console.log(`\nFrom a touch or key to the next paint, CPU ÷ 4, medians of ${rounds} rounds (ms)`);
  console.table(rows);
}

async function visitForm(page: Page, times: Times): Promise<void> {
  await open(page, '/');
  await throttle(page);
  const tile = page.getByTestId('tiles').getByRole('link', { name: 'Request service' });
  await tile.scrollIntoViewIfNeeded();
  const opening = await page.evaluateHandle(() => {
    const tasks: PerformanceEntry[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
      type: 'longtask',
    });
    const shown = new Promise<{ pressed: number; took: number }>((resolve) => {
      const begin = ({ timeStamp: pressed }: Event) => {
        const look = () => {
          if (!document.querySelector('dialog[open] input')) requestAnimationFrame(look);
          else resolve({ pressed, took: performance.now() - pressed });
        };
        look();
      };
      addEventListener('click', begin, { once: true, capture: true });
    });
    return { tasks, shown };
  });
  await measure(page, 'opening the form', times, () => tap(tile));
  const { took, longest } = await opening.evaluate(async ({ tasks, shown }) => {
    const { pressed, took } = await shown;
    const during = tasks.filter(({ startTime, duration }) => startTime + duration > pressed);
    return { took, longest: Math.max(0, ...during.map(({ duration }) => duration)) };
  });
  add(times, SHOWN, took);
  add(times, FORM, longest);
  const dialog = page.getByRole('dialog');
  await measure(page, 'choosing a service', times, () => tap(dialog.getByText(CATEGORY)));
  const field = dialog.getByLabel('Description');
  await measure(page, 'typing', times, () => field.pressSequentially(TEXT, PACE));
  await measure(page, 'closing the form', times, () =>
    tap(dialog.getByRole('button', { name: 'Close', exact: true })),
  );
}

async function visitGallery(page: Page, times: Times): Promise<void> {
  await open(page, '/');
  await throttle(page);
  const slider = page.getByRole('slider').first();
  await slider.focus();
  await measure(page, 'moving the slider', times, async () => {
    for (let moves = 0; moves < 5; moves += 1) await page.keyboard.press('ArrowRight', PACE);
  });
  const card = page.locator('#gallerySection').getByRole('link').first();
  await card.scrollIntoViewIfNeeded();
  await measure(page, 'opening a work', times, () => tap(card));
  await expect(page).toHaveURL(/\/work\//);
}

async function visitReview(page: Page, work: string, times: Times): Promise<void> {
  await open(page, work);
  await page.getByRole('heading', { name: 'Reviews' }).first().scrollIntoViewIfNeeded();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in to write a review' }).click();
  await (await popup).getByRole('button', { name: 'Maria Alvarez' }).click();
  const text = page.getByLabel('Your review');
  await expect(text).toBeVisible();
  await throttle(page);
  await measure(page, 'rating', times, () => tap(page.getByRole('radio', { name: '4 stars' })));
  await measure(page, 'typing a review', times, () => text.pressSequentially(TEXT, PACE));
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}

/** Resolves when there was no long task for two seconds: what a page does by itself is Lighthouse's table. */
function quiet(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 2000);
        new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 2000);
        }).observe({ type: 'longtask' });
      }),
  );
}

/** Touches the middle as such: before it clicks, Playwright looks at the page in long tasks of its own. */
async function tap(element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox())!;
  await element.page().touchscreen.tap(x + width / 2, y + height / 2);
}

/** Notes the longest wait of a touch or key in `act`. */
async function measure(page: Page, what: string, times: Times, act: () => Promise<void>) {
  await quiet(page);
  const waits = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const note = (entries: PerformanceEntryList) =>
      durations.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    const options = { type: 'event', durationThreshold: 16 };
    observer.observe(options);
    return { durations, observer, note };
  });
  await act();
  const longest = await waits.evaluate(async ({ durations, observer, note }) => {
    // What it has caused is over when the page is idle and has painted again.
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    note(observer.takeRecords());
    observer.disconnect();
    return Math.max(0, ...durations);
  });
  add(times, what, longest);
}

function add(times: Times, what: string, time: number): void {
  times.set(what, [...(times.get(what) ?? []), Math.round(time)]);
}
