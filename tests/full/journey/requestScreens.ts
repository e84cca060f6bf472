import { expect } from '@playwright/test';
import type { RequestFields } from '../../../src/domain/types';
import { EMPTY_FIELDS } from '../../../src/domain/validation';
import { aboutLine } from '../../../src/request/description';
import type { JourneySnapshot } from '../../journey/plan';
import { isWaiting } from '../../browser/delivery/workerUpdate';
import { CATEGORY } from '../../browser/requestForm';
import { storedObjects, storedWorks } from '../../browser/stored';
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
  const { page } = visitor;
  await expect(formOf(page).getByRole('button', { name: 'Clear form' })).toBeDisabled();
  await expect(formOf(page).getByRole('button', { name: 'Send request' })).toBeEnabled();
  await expect(formOf(page).getByRole('alert')).toHaveCount(0);
};

const filled: Showing = (visitor, state) => showsForm(visitor, state, visitor.form, 2);

/** These texts, and no form. */
const says =
  (...texts: (string | RegExp)[]): Showing =>
  async ({ page }) => {
    for (const text of texts) await expect(formOf(page)).toContainText(text, { timeout: 20_000 });
    await expect(formOf(page).getByLabel('Name')).toHaveCount(0);
  };

/** The request form and the screens of its request. */
export const requestScreens: Showings = {
  'screen.request': async ({ page }) => {
    await expect(formOf(page)).toBeVisible();
    await expect(page.locator('dialog[open]')).toHaveCount(1);
  },
  'screen.request.editing': async ({ page }, state) => {
    const hint = formOf(page).getByText('You are offline. Send it all the same');
    await expect(hint).toHaveCount(state.matches({ network: 'offline' }) ? 1 : 0);
  },
  'screen.request.editing.empty': empty,
  'screen.request.editing.incomplete': async (visitor, state) => {
    await empty(visitor, state);
    await expect(formOf(visitor.page).getByLabel('Name')).toBeFocused();
  },
  'screen.request.editing.ready': filled,
  'screen.request.editing.ready.filled': async ({ page }) => {
    await expect(formOf(page).getByRole('button', { name: 'Send request' })).toBeEnabled();
    await expect(formOf(page).getByRole('button', { name: 'Clear form' })).toBeEnabled();
    // Failures of sending are only logged (specification, section 8).
    await expect(formOf(page).getByRole('alert')).toHaveCount(0);
  },
  'screen.request.editing.ready.crowded': async ({ page }) => {
    await expect(formOf(page).getByRole('alert')).toHaveText('No more than 2 images are allowed');
  },
  'screen.request.editing.clearing': async (visitor, state) => {
    await filled(visitor, state);
    const question = visitor.page.getByRole('group', { name: 'Clear everything you entered?' });
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  },
  'screen.request.editing.cramped': filled,
  'screen.request.editing.full': async (visitor, state) => {
    await filled(visitor, state);
    await expect(formOf(visitor.page).getByRole('alert')).toContainText('no room left');
  },
  'screen.request.editing.held': async (visitor, state) => {
    await filled(visitor, state);
    expect(await isWaiting(visitor.page)).toBe(true);
  },
  'screen.request.overWork': (visitor, state) => {
    if (state.context.draft !== 'none') return filled(visitor, state);
    const { title } = storedWorks(visitor.backend).find(({ id }) => id === visitor.work)!;
    const description = aboutLine(title);
    return showsForm(visitor, state, { ...EMPTY_FIELDS, description }, 0);
  },
  'screen.request.confirming': says('There is another request in the form', 'Replace it'),
  'screen.request.creating': async (visitor, state) => {
    await says('Creating request')(visitor, state);
    await expect(formOf(visitor.page)).not.toContainText('Keep this page open');
  },
  'screen.request.uploading': async (visitor, state) => {
    await says('Uploading files...', '1 of 2')(visitor, state);
    await expect(visitor.page.getByText('Subiendo nuevos archivos')).toHaveAttribute('lang', 'es');
    const bar = visitor.page.getByRole('progressbar', { name: 'Subiendo nuevos archivos' });
    await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9][0-9]?%, 1 of 2$/);
  },
  'screen.request.direct': says('Creating request', 'Keep this page open until it is sent.'),
  'screen.request.sent': async (visitor, state) => {
    await says('Thank you for choosing us', 'Click here to continue')(visitor, state);
    const heading = visitor.page.getByRole('heading', { name: 'Request created sucessfully' });
    await expect(heading).toBeFocused();
    // A picture and its thumbnail each, none of them twice.
    expect(storedObjects(visitor.backend)).toHaveLength(4 * visitor.arrived.length);
  },
  'screen.request.queued': async (visitor, state) => {
    const isOnline = state.matches({ network: 'online' });
    const when = isOnline ? 'as soon as we can be reached' : 'when you are back online';
    await says(`saved on this device and will be sent ${when}.`)(visitor, state);
    const name = state.matches({ outbox: 'partly' })
      ? 'Your text has reached us'
      : 'Not sent yet, but safe';
    const heading = visitor.page.getByRole('heading', { name });
    await expect(heading).toBeFocused();
  },
};
