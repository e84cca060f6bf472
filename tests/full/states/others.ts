import { expect } from '@playwright/test';
import { storeDocument } from '../../browser/stored';
import { NEWER_VERSION } from '../../versions';
import { openSuccess } from './request';
import type { ScreenStates } from './state';

export const others: ScreenStates = {
  async 'update-dialog'({ page, backend }) {
    await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
    await page.goto('/');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    // Time stands still in the middle of the countdown, which goes by the clock.
    await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 2500);
    await expect(dialog.getByRole('timer')).toHaveText(/^[5-8]$/);
    return page;
  },
  async 'data-page'(stage) {
    const page = await openSuccess(stage);
    await page.goto(`${stage.backend.origins.firestore}/`);
    await expect(page.getByText('ana@example.com').first()).toBeVisible();
    return page;
  },
};
