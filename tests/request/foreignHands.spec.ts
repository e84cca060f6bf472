// The form in foreign hands: a translated page, values that programs fill in, a keyboard that composes, a second tab.
import type { Page } from '@playwright/test';
import { textField, TEXT_FIELD_NAMES, type TextField } from '../../src/domain/requestFields';
import { once, readOutbox } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { extend, MARK, translateEarly } from '../support/foreignHands';
import { expectFilled, FILLED, fillForm, sendButton } from '../support/formActions';

const FORM = '/#request-service';
const SENT = 'Request created sucessfully';
const FIELDS = { ...FILLED, categories: [] };

/** Sets values as a password manager does that lives in a world of its own: without an event. */
const fillSilently = (page: Page, texts: Partial<Record<TextField, string>>) =>
  page.evaluate((all) => {
    for (const [name, text] of Object.entries(all)) {
      document.querySelector<HTMLInputElement>(`form [name=${name}]`)!.value = text;
    }
  }, texts);

/** The browser refuses IndexedDB, so that a request is only in the page's memory. */
const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Not here.', 'SecurityError');
    };
  });

test(
  'a request that is only in memory is sent from a page that is translated',
  { tag: ['@full', '@witness'] },
  async ({ page, context, backend }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await refuseStorage(page);
    await translateEarly(context);
    await page.goto(FORM);
    await page.evaluate(extend);
    await fillForm(page);
    await sendButton(page).click();
    await expect(page.getByText(SENT)).toBeVisible();
    // It was translated at the end, too.
    await expect(page.getByText(SENT)).toHaveText(SENT + MARK);
    await once(backend, { fields: FIELDS, pictures: [] });
    expect(errors).toEqual([]);
  },
);

test('what a program fills in without an event stays, is saved, and is sent', async ({
  page,
  backend,
}) => {
  await page.goto(FORM);
  await expect(sendButton(page)).toBeVisible();
  const { description, ...others } = FILLED;
  await fillSilently(page, others);
  // A key in another field used to wipe the four.
  await page.getByLabel('Description').fill(description);
  await expectFilled(page);
  await page.reload();
  await expectFilled(page);
  await fillSilently(page, { name: 'Filled in at the last moment' });
  await sendButton(page).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await once(backend, {
    fields: { ...FIELDS, name: 'Filled in at the last moment' },
    pictures: [],
  });
});

test(
  'an address from a chat and a number from Contacts are taken, and sent without what nobody sees',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto(FORM);
    await fillForm(page, {
      ...FILLED,
      email: '\u202a\u00a0ana@exam\u200bple.com\ufeff\u202c',
      phone: '\u202d+1\u00a0412\u00a0555\u20110134\u202c',
    });
    await sendButton(page).click();
    await expect(page.getByText(SENT)).toBeVisible();
    await once(backend, { fields: { ...FIELDS, phone: '+1 412 555-0134' }, pictures: [] });
  },
);

test(
  'a second tab with the same draft says that it was sent, with its number',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto(FORM);
    await fillForm(page);
    await expect.poll(async () => (await readOutbox(page)).draft?.fields).toEqual(FIELDS);
    const other = await context.newPage();
    await other.goto(FORM);
    await expectFilled(other);
    await sendButton(page).click();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(other.getByText(SENT)).toBeVisible();
    const [request] = await once(backend, { fields: FIELDS, pictures: [] });
    await expect(other.getByText(`Your request has the number ${request!.id}.`)).toBeVisible();
    await other.getByRole('button', { name: 'Click here to continue' }).click();
    // It goes one step back, which takes a moment.
    await expect(other.getByRole('dialog')).toBeHidden();
    await other.goto(FORM);
    for (const name of TEXT_FIELD_NAMES) {
      await expect(other.getByLabel(textField(name).label)).toHaveValue('');
    }
  },
);
