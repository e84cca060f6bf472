// The version check of the built site: the dialog, its countdown, one reload.
import type { Locator, Page } from '@playwright/test';
import { countLoads, expect, test, type Backend } from '../support/fixtures';
import {
  COMMIT,
  fillRequest,
  once,
  readOutbox,
  smallPictures,
  successShown,
} from '../support/deliveryActions';
import { FILLED } from '../support/formActions';
import { NEWER_VERSION } from '../support/versions';
import { storeDocument } from '../support/serverContent';

const TEXT = 'Please wait while we update the app version...';
const VERSION = /documents\/version\/current/;

/** Opens the landing page and starts its app by a key: with the test's clock the gate does not see the first paint. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.keyboard.press('Shift');
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: TEXT });

test(
  'a new version counts down from 10 to 0, reloads once and then leaves the visitor alone',
  { tag: ['@official', '@full'] },
  async ({ page, backend }) => {
    await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
    const loads = countLoads(page);
    await page.clock.install({ time: '2026-06-01T12:00:00Z' });
    await page.clock.pauseAt('2026-06-01T12:01:00Z');
    /** Time moves only as far as the page needs to become idle, in small steps. */
    const comeTo = (state: () => number | Promise<number>, wanted: number) =>
      expect.poll(() => page.clock.runFor(50).then(state), { intervals: [50] }).toBe(wanted);
    await open(page);
    await comeTo(() => dialogOf(page).count(), 1);
    await expect(page.getByText(TEXT, { exact: true })).toBeVisible();
    await expect(dialogOf(page)).toBeFocused();
    // Nobody has typed anything.
    await expect(dialogOf(page)).not.toContainText('What you have typed is kept.');
    for (let left = 10; left > 0; left -= 1) {
      await expect(dialogOf(page).getByRole('timer')).toHaveText(String(left));
      expect(loads()).toBe(1);
      await page.clock.runFor(1000);
    }
    await expect.poll(loads).toBe(2);

    // The host still serves the old version: no dialog, and no second reload.
    await comeTo(() => versionAnswers(backend), 2);
    await page.clock.runFor(20_000);
    await expect(dialogOf(page)).toHaveCount(0);
    await page.clock.resume();
    await page.getByTestId('tiles').getByRole('link', { name: 'Request service' }).click();
    await expect(page.getByLabel('Name')).toBeVisible();
    expect(loads()).toBe(2);
  },
);

test(
  'a request that is sent in the last second of the countdown arrives once',
  { tag: '@full' },
  async ({ page, backend }) => {
    const loads = countLoads(page);
    const pictures = await smallPictures(2);
    await fillRequest(page, pictures);
    await expect.poll(async () => (await readOutbox(page)).files).toBe(2);
    await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
    // The delivery is still under way when the page reloads.
    backend.faults.add({ ...COMMIT, count: 1, do: { kind: 'latency', ms: 3000 } });
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(FILLED.name);
    // The dialog covers the form. Where a browser has no modal dialogs, the button can be pressed.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const left = document.querySelector('[role=timer] > :last-child')?.textContent;
        // A page that was held up may go from 2 to 0.
        if (!left || Number(left) > 1) return;
        observer.disconnect();
        document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit();
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await expect.poll(loads).toBe(3);
    await successShown(page);
    await once(backend, { fields: { ...FILLED, categories: [] }, pictures });
  },
);

const versionAnswers = (backend: Backend): number =>
  backend.requests.filter(({ url, state }) => VERSION.test(url) && state === 'done').length;
