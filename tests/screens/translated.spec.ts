// Every state of every screen while a translator and an extension rewrite the page: nothing fails, nothing is stale.
import type { BrowserContext, Page } from '@playwright/test';
import { claimHost } from '../support/claimHost';
import { expect, test } from '../support/fixtures';
import { textsOf, translateEarly, translateLate } from '../support/foreignHands';
import { startTestBackend, TEST_PORTS } from '../support/testSite';
import { transitionsEnded } from './looks';
import { STATES } from './states';

/** The data page is no part of the site. */
const { 'data-page': _, ...OWN_STATES } = STATES;

const HANDS: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'by nobody': async () => undefined,
  'before the scripts': translateEarly,
  'after the scripts, beside an extension': translateLate,
};

/** So many readings in a row, half a second apart, must be the same. A busy machine draws a part of a page late. */
const SAME_READINGS = 3;

/** The page's texts once they stay the same, or are the `expected` ones; those of the last reading if they never are. */
async function settledTexts(page: Page, expected?: string[]): Promise<string[]> {
  let texts: string[] = [];
  let same = 0;
  const isSettled = async () => {
    const before = JSON.stringify(texts);
    await transitionsEnded(page);
    texts = await textsOf(page);
    // The code of the review form is still on its way.
    if (texts.includes('Loading the review form…')) return false;
    if (expected) return JSON.stringify(expected) === JSON.stringify(texts);
    same = before === JSON.stringify(texts) ? same + 1 : 1;
    return same >= SAME_READINGS;
  };
  await expect
    .poll(isSettled, { intervals: [0, 500], ...(expected && { timeout: 30_000 }) })
    .toBe(true)
    .catch((error: unknown) => {
      // The caller shows what differs.
      if (!expected) throw error;
    });
  return texts;
}

for (const [name, open] of Object.entries(OWN_STATES)) {
  test(
    `“${name.replaceAll('-', ' ')}” is the same when the page is translated`,
    { tag: '@full' },
    async ({ browser, siteDir }) => {
      test.setTimeout(240_000);
      const shown: Record<string, string[]> = {};
      const failures: string[] = [];
      for (const [hands, rewrite] of Object.entries(HANDS)) {
        // An address of its own for each: nothing of the run before can reach it.
        const { host, release } = await claimHost(test.info().parallelIndex);
        const backend = await startTestBackend(host, siteDir);
        const baseURL = `http://${host}:${TEST_PORTS.hosting}`;
        const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
        await rewrite(context);
        const page = await context.newPage();
        page.on('pageerror', ({ message }) => failures.push(`${hands}: ${message}`));
        page.on('console', (message) => {
          if (/(page|part of the page) failed/.test(message.text())) {
            failures.push(`${hands}: ${message.text()}`);
          }
        });
        await open({ page, backend, look: async () => undefined });
        shown[hands] = await settledTexts(page, shown['by nobody']);
        await context.close();
        await backend.stop();
        await release();
      }
      const { 'by nobody': original = [], ...translated } = shown;
      expect(original).not.toEqual([]);
      for (const [hands, texts] of Object.entries(translated)) {
        expect.soft(texts, `translated ${hands}`).toEqual(original);
      }
      // Three states are of parts that fail by themselves.
      expect(
        ['part-failed', 'request-part-failed', 'crash'].includes(name) ? [] : failures,
      ).toEqual([]);
    },
  );
}
