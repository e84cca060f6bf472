// The browser is asked to keep the site's data, which Firefox passes on to its visitor.
import type { Page } from '@playwright/test';
import { COMMIT, fillRequest, pressSend } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';

/** Counts how often the page asks. */
const countAsked = (page: Page) =>
  page.addInitScript(() => {
    let asked = 0;
    StorageManager.prototype.persist = async () => {
      asked += 1;
      document.documentElement.setAttribute('data-asked', String(asked));
      return true;
    };
  });

test(
  'only for a request that still waits, and once',
  { tag: '@full' },
  async ({ page, backend }) => {
    await countAsked(page);
    await fillRequest(page);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-asked');
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    // The form takes its address out of the history; a page that is opened meanwhile would lose it, too.
    await expect(page).toHaveURL(/\/$/);

    backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
    await fillRequest(page);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
  },
);
