import { expect, type Page } from '@playwright/test';
import {
  COMMIT,
  fillRequest,
  pressSend,
  seedOutbox,
  workerControls,
} from '../../browser/delivery/scene';
import { FILLED, fillForm } from '../../browser/requestForm';
import type { ScreenStates, Stage } from './state';

const SEEDS = [
  {
    fields: { ...FILLED, categories: ['kitchen-cabinets'] },
    pictures: [4000, 3000],
  },
  {
    fields: {
      ...FILLED,
      description:
        'A vanity with two doors and three drawers. The paint comes off around the handles, and one drawer front is split along the grain. Could you match the white of the trim?',
      categories: [],
    },
  },
];

/** One request that the server refuses for good and one that cannot get through. */
async function openWithWaiting({ page, backend }: Stage): Promise<Page> {
  await page.goto('/');
  await workerControls(page);
  backend.faults.add({ ...COMMIT, count: 2, do: { kind: 'status', status: 403 } });
  backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
  await seedOutbox(page, SEEDS);
  await page.reload();
  await expect(notice(page)).toContainText('2 requests');
  return page;
}

const notice = (page: Page) => page.getByRole('button', { name: /waiting to be sent/ });

async function openList(stage: Stage): Promise<Page> {
  const page = await openWithWaiting(stage);
  await notice(page).click();
  await expect(page.getByText('needs your attention')).toBeVisible();
  await expect(page.getByText('Waiting for the next try.')).toBeVisible();
  return page;
}

export const waiting: ScreenStates = {
  async 'waiting-notice'({ page, context }) {
    await fillRequest(page);
    await context.setOffline(true);
    await pressSend(page);
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await expect(notice(page)).toContainText('1 request');
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible();
    return page;
  },
  'waiting-list': openList,
  async 'waiting-delete'(stage) {
    const page = await openList(stage);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await expect(page.getByText('Delete this request for good?')).toBeVisible();
    return page;
  },
  async 'waiting-unopened'(stage) {
    const page = await openList(stage);
    await page.evaluate(() => {
      IDBObjectStore.prototype.get = () => {
        throw new DOMException('Not now.', 'UnknownError');
      };
    });
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await expect(page.getByRole('alert')).toContainText('still among your waiting requests');
    return page;
  },
  async 'waiting-replace'(stage) {
    const page = await openWithWaiting(stage);
    await page.goto('/#request-service');
    await fillForm(page);
    await page.keyboard.press('Escape');
    await notice(page).click();
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await expect(page.getByText('There is another request in the form')).toBeVisible();
    return page;
  },
};
