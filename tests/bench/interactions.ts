/**
 * What a visitor does, on a phone's CPU (four times slower): the longest task that keeps the page from
 * answering (Long Tasks API, from 50 ms) while it is done.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { fillForm } from '../browser/requestForm';
import { openWork, rate, signIn } from '../browser/reviewScene';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium';
import { median, type Stage } from '../lighthouse';

const SLOWER = 4;
/** No task may be longer, in milliseconds (issue E). */
const LIMIT = 100;
const TEXT = 'Oak kitchen, 24 doors, we would like sage.';
const FIELD = 'Description';
const PHOTOS = ['kitchen.jpg', 'vanity.jpg'];

interface Action {
  name: string;
  act(page: Page, stage: Stage): Promise<void>;
}

const FORM: Action[] = [
  { name: 'opening the form', act: tapForm },
  { name: 'filling the form', act: (page) => fillForm(page) },
  { name: 'typing', act: (page) => page.getByLabel(FIELD).pressSequentially(TEXT) },
  { name: 'two 12-megapixel pictures', act: choosePictures },
];
const REVIEW: Action[] = [
  { name: 'stars', act: rateAll },
  {
    name: 'typing a review',
    act: (page) => page.getByLabel('Your review').pressSequentially(TEXT),
  },
];

export async function benchInteractions(stage: Stage, rounds: number): Promise<void> {
  const { backend, pages } = stage;
  await writePhotos(stage.folder);
  const longest = new Map<string, number[]>();
  const executablePath = ensureChromium();
  for (let done = 0; done < rounds; done += 1) {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    const context = await browser.newContext({
      baseURL: backend.origins.hosting,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    try {
      const form = await context.newPage();
      await form.goto('/');
      await measure(stage, form, FORM, longest);
      await form.close();
      const work = await context.newPage();
      await openWork(work, pages[1]!.split('/').at(-1)!);
      await signIn(work);
      await measure(stage, work, REVIEW, longest);
    } finally {
      await browser.close();
    }
  }
  const rows = [...longest].map(([action, tasks]) => {
    return { action, 'longest task': median(tasks), all: tasks.join(' '), limit: LIMIT };
  });
  console.log(`\nLongest task (ms; 0: below 50) at a CPU ÷ ${SLOWER}, medians of ${rounds} rounds`);
  console.table(rows);
}

async function measure(
  stage: Stage,
  page: Page,
  actions: Action[],
  longest: Map<string, number[]>,
): Promise<void> {
  // What the start of the page does by itself is the other table's.
  await page.waitForFunction(() => document.getElementById('root')!.dataset['app'] === 'started');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Playwright's own script comes with its first look at the page; a visitor's page has none.
  await page.getByRole('dialog').count();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (const { name, act } of actions) {
    const tasks = await page.evaluateHandle(() => {
      const durations: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) durations.push(Math.round(duration));
      });
      observer.observe({ type: 'longtask' });
      return { durations, observer };
    });
    await act(page, stage);
    const longestOne = await tasks.evaluate(async ({ durations, observer }) => {
      // What the last touch has caused is over when the page is idle again.
      await new Promise((resolve) => requestIdleCallback(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const { duration } of observer.takeRecords()) durations.push(Math.round(duration));
      observer.disconnect();
      return Math.max(0, ...durations);
    });
    longest.set(name, [...(longest.get(name) ?? []), longestOne]);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** By a touch as such: before it clicks, Playwright looks at the page in tasks of its own that are long. */
async function tapForm(page: Page): Promise<void> {
  const link = page.getByTestId('tiles').getByRole('link', { name: /Request service/ });
  await link.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await link.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.waitForFunction(() => document.querySelector('dialog[open] input') !== null);
}

/** Chooses pictures as from a disk; ends when both have been made smaller and are shown. */
async function choosePictures(page: Page, { folder }: Stage): Promise<void> {
  const files = PHOTOS.map((name) => join(folder, name));
  const pictures = page.getByRole('dialog').getByRole('img', { name: /kitchen|vanity/ });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(pictures).toHaveCount(2, { timeout: 60_000 });
}

/** JPEGs of 4000 by 3000 with something of everything in them. */
async function writePhotos(folder: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const create = { width: 4000, height: 3000, channels: 3, background: '#888', noise } as const;
  const photo = await sharp({ create }).blur(2).jpeg({ quality: 88 }).toBuffer();
  for (const name of PHOTOS) writeFileSync(join(folder, name), photo);
}

async function rateAll(page: Page): Promise<void> {
  for (const stars of [1, 2, 3, 4, 5]) await rate(page, stars);
}
