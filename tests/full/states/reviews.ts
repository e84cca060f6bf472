import { expect, type Page } from '@playwright/test';
import { workerControls } from '../../browser/delivery/scene';
import {
  NOT_SENT,
  POST,
  SIGN_IN,
  THANKS,
  button,
  openChooser,
  openForm as openReviewForm,
  openWork,
  post,
  rate,
  workWith,
} from '../../browser/reviewScene';
import type { ScreenState, ScreenStates, Stage } from './state';

/** A state of the place for a visitor's own review. */
const area = (open: ScreenState['open']): ScreenState => ({
  about: 'section[aria-label="Your opinion"]',
  open,
});

async function openArea({ page, backend }: Stage): Promise<Page> {
  await openWork(page, workWith(backend, 'some'));
  await expect(button(page, SIGN_IN)).toBeVisible();
  return page;
}

async function openForm({ page, backend }: Stage): Promise<Page> {
  await openReviewForm(page, backend, 'some');
  return page;
}

export const reviews: ScreenStates = {
  'review-signed-out': area(openArea),
  'review-signing-in': area(async (stage) => {
    const page = await openArea(stage);
    await openChooser(page);
    await expect(page.getByText('Go on in the sign-in window.')).toBeVisible();
    return page;
  }),
  'review-in-an-app': area(async ({ page, backend }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Instagram 382.0.0.27.85' }),
    );
    await openWork(page, workWith(backend, 'some'));
    await expect(button(page, 'Copy link')).toBeVisible();
    return page;
  }),
  'account-chooser': async (stage) => openChooser(await openArea(stage)),
  async 'account-chooser-another'(stage) {
    const popup = await openChooser(await openArea(stage));
    await popup.getByRole('button', { name: 'Add another account' }).click();
    await expect(popup.getByLabel('Email')).toBeVisible();
    return popup;
  },
  'review-sign-in-cancelled': area(async (stage) => {
    const page = await openArea(stage);
    await (await openChooser(page)).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The sign-in window was closed')).toBeVisible();
    return page;
  }),
  'review-form': area(openForm),
  'review-alert': area(async (stage) => {
    const page = await openForm(stage);
    await button(page, 'Post review').click();
    await expect(page.getByRole('alert')).toBeVisible();
    return page;
  }),
  'review-nearly-full': area(async (stage) => {
    const page = await openForm(stage);
    await rate(page, 4);
    await page.getByLabel('Your review').fill('Oak '.repeat(470));
    await expect(page.getByText('characters left')).toBeVisible();
    return page;
  }),
  'review-posting': area(async (stage) => {
    const page = await openForm(stage);
    stage.backend.faults.add({ ...POST, do: { kind: 'silence' } });
    await post(page, 5, 'Six weeks in, still like new.');
    await expect(button(page, 'Posting your review…')).toBeVisible();
    return page;
  }),
  'review-thanked': area(async (stage) => {
    const page = await openForm(stage);
    await post(page, 5, 'Six weeks in, still like new.');
    await expect(page.getByText(THANKS)).toBeVisible();
    return page;
  }),
  'review-not-sent': area(async (stage) => {
    const page = await openForm(stage);
    await workerControls(page);
    await rate(page, 5);
    await stage.context.setOffline(true);
    await button(page, 'Post review').click();
    await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
    return page;
  }),
  'review-refused': area(async (stage) => {
    const page = await openForm(stage);
    stage.backend.faults.add({ ...POST, do: { kind: 'status', status: 403 } });
    await post(page, 2, 'It took longer than we were told.');
    await expect(page.getByRole('alert')).toContainText('was not accepted');
    return page;
  }),
};
