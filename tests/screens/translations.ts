/** A screen while a translator and an extension rewrite the page: nothing fails, nothing is stale. */
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { claimHost } from '../support/claimHost';
import { textsOf, translateEarly, translateLate } from '../support/foreignHands';
import { startTestBackend, TEST_PORTS } from '../support/testSite';
import { transitionsEnded } from './looks';
import type { Opening } from './openingTypes';

const HANDS = {
  'before the scripts': translateEarly,
  'after the scripts, beside an extension': translateLate,
} satisfies Record<string, (context: BrowserContext) => Promise<unknown>>;
export type Hands = keyof typeof HANDS;

/** So many readings in a row, half a second apart, must be the same. A busy machine draws a part of a page late. */
const SAME_READINGS = 3;

/** The page's texts once they stay the same. */
export async function settledTexts(page: Page): Promise<string[]> {
  let texts: string[] = [];
  let same = 0;
  const isSettled = async () => {
    const before = JSON.stringify(texts);
    await transitionsEnded(page);
    texts = await textsOf(page);
    // The code of the review form is still on its way.
    if (texts.includes('Loading the review form…')) return false;
    same = before === JSON.stringify(texts) ? same + 1 : 1;
    return same >= SAME_READINGS;
  };
  await expect.poll(isSettled, { intervals: [0, 500] }).toBe(true);
  return texts;
}

/** Milliseconds. */
const SETTLING_TIME = 30_000;

/** The page's texts once they are the `expected` ones, or those of the last reading. */
async function textsWhenEqual(page: Page, expected: string[]): Promise<string[]> {
  let texts: string[] = [];
  const isSettled = async () => {
    await transitionsEnded(page);
    texts = await textsOf(page);
    return JSON.stringify(expected) === JSON.stringify(texts);
  };
  await expect
    .poll(isSettled, { intervals: [0, 500], timeout: SETTLING_TIME })
    .toBe(true)
    // The caller shows what differs.
    .catch(() => undefined);
  return texts;
}

export interface Scene {
  browser: Browser;
  siteDir: string;
  /** The three states that show parts which fail by themselves. */
  mayFail: boolean;
  hands: Hands[];
}

/** Opens a state again under each pair of hands, and compares its texts with `original`, which nobody has touched. */
export async function compareTranslated(
  open: Opening,
  original: string[],
  { browser, siteDir, mayFail, hands }: Scene,
): Promise<void> {
  expect(original).not.toEqual([]);
  for (const moment of hands) {
    await test.step(`translated ${moment}`, async () => {
      const failures: string[] = [];
      // An address of its own for each: nothing of the run before can reach it.
      const { host, release } = await claimHost(test.info().parallelIndex);
      const backend = await startTestBackend(host, siteDir);
      const baseURL = `http://${host}:${TEST_PORTS.hosting}`;
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
      await HANDS[moment](context);
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => failures.push(message));
      page.on('console', (message) => {
        if (/(page|part of the page) failed/.test(message.text())) failures.push(message.text());
      });
      await open({ page, backend, look: async () => undefined });
      const texts = await textsWhenEqual(page, original);
      await context.close();
      await backend.stop();
      await release();
      expect.soft(texts).toEqual(original);
      if (!mayFail) expect(failures).toEqual([]);
    });
  }
}
