import { expect, type Page } from '@playwright/test';
import { workerControls } from '../../browser/delivery/scene';
import {
  NOT_SENT,
  POST,
  SIGN_IN,
  THANKS,
  button,
  openChooser,
  openWork,
  post,
  rate,
  signIn,
  workWith,
} from '../../browser/reviewScene';
import type { ScreenState, Stage } from './state';

const AREA = 'section[aria-label="Your opinion"]';

async function openArea({ page, backend }: Stage): Promise<Page> {
  await openWork(page, workWith(backend, 'some'));
  await expect(button(page, SIGN_IN)).toBeVisible();
  return page;
}

async function openForm(stage: Stage): Promise<Page> {
  const page = await openArea(stage);
  await signIn(page);
  return page;
}

export const REVIEW_STATES: ScreenState[] = [
  { name: 'review-signed-out', about: AREA, open: openArea },
  {
    name: 'review-signing-in',
    about: AREA,
    async open(stage) {
      const page = await openArea(stage);
      await openChooser(page);
      await expect(page.getByText('Go on in the sign-in window.')).toBeVisible();
      return page;
    },
  },
  {
    name: 'account-chooser',
    async open(stage) {
      return openChooser(await openArea(stage));
    },
  },
  {
    name: 'account-chooser-another',
    async open(stage) {
      const popup = await openChooser(await openArea(stage));
      await popup.getByRole('button', { name: 'Add another account' }).click();
      await expect(popup.getByLabel('Email')).toBeVisible();
      return popup;
    },
  },
  {
    name: 'review-sign-in-cancelled',
    about: AREA,
    async open(stage) {
      const page = await openArea(stage);
      const popup = await openChooser(page);
      await popup.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('The sign-in window was closed')).toBeVisible({
        timeout: 20_000,
      });
      return page;
    },
  },
  { name: 'review-form', about: AREA, open: openForm },
  {
    name: 'review-alert',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      await button(page, 'Post review').click();
      await expect(page.getByRole('alert')).toBeVisible();
      return page;
    },
  },
  {
    name: 'review-nearly-full',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      await rate(page, 4);
      await page.getByLabel('Your review').fill('Oak '.repeat(470));
      await expect(page.getByText('characters left')).toBeVisible();
      return page;
    },
  },
  {
    name: 'review-posting',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      stage.backend.faults.add({ ...POST, do: { kind: 'silence' } });
      await post(page, 5, 'Six weeks in, still like new.');
      await expect(button(page, 'Posting your review…')).toBeVisible();
      return page;
    },
  },
  {
    name: 'review-thanked',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      await post(page, 5, 'Six weeks in, still like new.');
      await expect(page.getByText(THANKS)).toBeVisible();
      return page;
    },
  },
  {
    name: 'review-not-sent',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      await workerControls(page);
      await rate(page, 5);
      await stage.context.setOffline(true);
      await button(page, 'Post review').click();
      await expect(page.getByRole('alert')).toHaveText(NOT_SENT);
      return page;
    },
  },
  {
    name: 'review-refused',
    about: AREA,
    async open(stage) {
      const page = await openForm(stage);
      stage.backend.faults.add({ ...POST, do: { kind: 'status', status: 403 } });
      await post(page, 2, 'It took longer than we were told.');
      await expect(page.getByRole('alert')).toContainText('was not accepted');
      return page;
    },
  },
];
