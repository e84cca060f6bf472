import { expect } from '@playwright/test';
import { NEWER_VERSION } from '../../versions';
import { REQUEST_STATES } from './request';
import { storeDocument } from '../../browser/stored';
import type { ScreenState } from './state';

export const OTHER_STATES: ScreenState[] = [
  {
    name: 'update-dialog',
    async open({ page, backend }) {
      await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
      await page.goto('/');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toBeVisible();
      // Time stands still in the middle of the countdown, which goes by the clock.
      await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 2500);
      await expect(dialog.getByRole('timer')).toHaveText(/^[5-8]$/);
      return page;
    },
  },
  {
    name: 'data-page',
    async open(stage) {
      const sent = REQUEST_STATES.find(({ name }) => name === 'request-success')!;
      const page = await sent.open(stage);
      await page.goto(`${stage.backend.origins.firestore}/`);
      await expect(page.getByText('ana@example.com').first()).toBeVisible();
      return page;
    },
  },
];
