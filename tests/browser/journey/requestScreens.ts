import { expect, type Page } from '@playwright/test';
import type { RequestFields } from '../../../src/domain/types';
import { EMPTY_FIELDS } from '../../../src/domain/validation';
import type { JourneySnapshot } from '../../journey/plan';
import { isWaiting } from '../delivery/workerUpdate';
import { CATEGORY } from '../requestForm';
import { storedObjects } from '../stored';
import { formOf, offersTypes, type Showing, type Showings, type Visitor } from './visitor';

const LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  description: 'Description',
};

/** The form with these contents, and two pictures or none. */
async function showsForm(
  visitor: Visitor,
  state: JourneySnapshot,
  fields: RequestFields,
  pictures: 0 | 2,
): Promise<void> {
  const form = formOf(visitor.page);
  for (const [name, label] of Object.entries(LABELS))
    await expect(form.getByLabel(label)).toHaveValue(fields[name as keyof typeof LABELS]);
  await expect(form.getByTestId('image-preview').getByRole('img')).toHaveCount(pictures);
  const offered = (await offersTypes(visitor, state)) ? 7 : 0;
  await expect(form.getByRole('checkbox')).toHaveCount(offered);
  const chosen = form.getByRole('checkbox', { checked: true });
  await expect(chosen).toHaveCount(fields.categories.length);
  if (fields.categories.length > 0) await expect(chosen).toHaveAccessibleName(CATEGORY);
}

const empty: Showing = async (visitor, state) => {
  await showsForm(visitor, state, EMPTY_FIELDS, 0);
  const clear = formOf(visitor.page).getByRole('button', { name: 'Clear form' });
  await expect(clear).toBeDisabled();
};

const filled: Showing = (visitor, state) => showsForm(visitor, state, visitor.form, 2);

const noForm = (page: Page) => expect(formOf(page).getByLabel('Name')).toHaveCount(0);
const noAlert = (page: Page) => expect(formOf(page).getByRole('alert')).toHaveCount(0);
const send = (page: Page) => formOf(page).getByRole('button', { name: 'Send request' });

/** The request form and the screens of its request. */
export const requestScreens: Showings = {
  'screen.request': async ({ page }) => {
    await expect(formOf(page)).toBeVisible();
    await expect(page.locator('dialog[open]')).toHaveCount(1);
  },
  'screen.request.editing': async ({ page }, state) => {
    await expect(formOf(page)).toContainText(
      'Tell us about your cabinets and we will contact you.',
    );
    const hint = formOf(page).getByText('You are offline. Send it all the same');
    await expect(hint).toHaveCount(state.matches({ network: 'offline' }) ? 1 : 0);
  },
  'screen.request.editing.empty': async (visitor, state) => {
    await empty(visitor, state);
    await expect(send(visitor.page)).toBeEnabled();
    await noAlert(visitor.page);
  },
  'screen.request.editing.incomplete': async (visitor, state) => {
    await empty(visitor, state);
    await expect(formOf(visitor.page).getByLabel('Name')).toBeFocused();
  },
  'screen.request.editing.ready': filled,
  'screen.request.editing.ready.filled': async ({ page }) => {
    await expect(send(page)).toBeEnabled();
    await expect(formOf(page).getByRole('button', { name: 'Clear form' })).toBeEnabled();
    // Failures of sending are only logged (specification, section 8).
    await noAlert(page);
  },
  'screen.request.editing.ready.crowded': async ({ page }) => {
    await expect(formOf(page).getByRole('alert')).toHaveText('No more than 2 images are allowed');
  },
  'screen.request.editing.clearing': async (visitor, state) => {
    await filled(visitor, state);
    const question = visitor.page.getByRole('group', { name: 'Clear everything you entered?' });
    await expect(question.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  },
  'screen.request.editing.cramped': filled,
  'screen.request.editing.full': async (visitor, state) => {
    await filled(visitor, state);
    await expect(formOf(visitor.page).getByRole('alert')).toHaveText(
      'This device has no room left to save your request, so nothing was sent yet.',
    );
    const direct = formOf(visitor.page).getByRole('button', { name: 'Send now without saving' });
    await expect(direct).toBeVisible();
  },
  'screen.request.editing.held': async (visitor, state) => {
    await filled(visitor, state);
    expect(await isWaiting(visitor.page)).toBe(true);
  },
  'screen.request.overWork': (visitor, state) =>
    (state.context.draft === 'none' ? empty : filled)(visitor, state),
  'screen.request.confirming': async ({ page }) => {
    const form = formOf(page);
    await expect(form).toContainText('There is another request in the form');
    await expect(form).toContainText(
      'Replace what you have written with the request that was not accepted?',
    );
    await expect(form.getByRole('button', { name: 'Replace it' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Keep what I have written' })).toBeVisible();
    await noForm(page);
  },
  'screen.request.creating': async ({ page }) => {
    await expect(formOf(page)).toContainText('Creating request');
    await expect(formOf(page)).not.toContainText('Keep this page open');
    await noForm(page);
  },
  'screen.request.uploading': async ({ page }) => {
    const form = formOf(page);
    await expect(form).toContainText('Uploading files...');
    const bar = form.getByRole('progressbar', { name: 'Subiendo nuevos archivos' });
    await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9][0-9]?%, 1 of 2$/);
    await expect(form.getByText('1 of 2', { exact: true })).toBeVisible();
    await noForm(page);
  },
  'screen.request.direct': async ({ page }) => {
    await expect(formOf(page)).toContainText('Creating request');
    await expect(formOf(page)).toContainText(
      'This browser cannot save your request. Keep this page open until it is sent.',
    );
    await noForm(page);
  },
  'screen.request.sent': async ({ page, backend, arrived }) => {
    const form = formOf(page);
    await expect(form.getByRole('heading', { name: 'Request created sucessfully' })).toBeFocused({
      timeout: 20_000,
    });
    await expect(form).toContainText(
      'Thank you for choosing us, we will contact you as soon as possible.',
    );
    await expect(form.getByRole('button', { name: 'Click here to continue' })).toBeVisible();
    // A picture and its thumbnail each, none of them twice.
    expect(storedObjects(backend)).toHaveLength(4 * arrived.length);
  },
  'screen.request.queued': async ({ page }, state) => {
    const form = formOf(page);
    await expect(form.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeFocused();
    const when = state.matches({ network: 'online' })
      ? 'as soon as we can be reached'
      : 'when you are back online';
    await expect(form).toContainText(
      `Your request is saved on this device and will be sent ${when}.`,
    );
    await expect(form.getByRole('button', { name: 'Click here to continue' })).toBeVisible();
  },
};
