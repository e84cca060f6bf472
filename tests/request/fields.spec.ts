// The form's fields: required ones, lengths, pasted and dropped files, the work it is about.
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fromFields } from '../../backend/protoJson';
import { png } from '../support/makePictures';
import { expect, test } from '../support/fixtures';
import { FILLED, fillForm, pastePicture, sendButton } from '../support/formActions';
import { firstWork } from '../support/serverContent';

const FORM = '/#request-service';
const ADDRESS = 'Please check this address. It should look like name@example.com.';

test.use({ serviceWorkers: 'block' });

test(
  'a missing field is explained below it and for screen readers until it is filled in',
  { tag: '@full' },
  async ({ page, axe, requestsStored }) => {
    const [name, email, phone] = ['Name', 'Email', 'Phone'].map((label) => page.getByLabel(label));
    const problems = page.locator('[aria-invalid=true]');
    await page.goto(FORM);
    await sendButton(page).click();
    await expect(problems).toHaveCount(5);
    await expect(page.getByText('5 fields need your attention.')).toBeVisible();
    await expect(name!).toBeFocused();
    await expect(name!).toHaveAccessibleDescription('Please tell us your name.');
    expect(await axe(page)).toEqual([]);

    await fillForm(page, { ...FILLED, name: '   ', email: 'ana@', phone: '55 01' });
    await expect(problems).toHaveCount(2);
    await sendButton(page).click();
    await expect(name!).toBeFocused();
    await name!.fill('Ana');
    await expect(problems).toHaveCount(1);
    await expect(name!).toHaveAccessibleDescription('');
    await sendButton(page).click();
    await expect(email!).toBeFocused();
    await expect(email!).toHaveAccessibleDescription(ADDRESS);
    // A hint only: there are many kinds of numbers. Without the count, which a reader would hear at each digit.
    await expect(phone!).toHaveAccessibleDescription('Is this number complete?');
    await expect(page.getByRole('status').filter({ hasText: 'complete?' })).toHaveCount(1);

    await email!.fill(FILLED.email);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    expect(requestsStored()).toMatchObject([{ name: 'Ana', phone: '55 01' }]);
  },
);

test(
  'a field shows no problem before the visitor has typed something and left it',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(FORM);
    const email = page.getByLabel('Email');
    await page.getByLabel('Name').focus();
    await email.focus();
    await page.keyboard.type('ana');
    await expect(page.locator('[aria-describedby]')).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(email).toHaveAccessibleDescription(ADDRESS);
    await email.focus();
    await page.keyboard.type('@');
    await expect(email).toHaveAccessibleDescription(ADDRESS);
    await page.keyboard.type('example.com');
    await expect(email).toHaveAccessibleDescription('');
    // A mistyped domain is corrected by one click.
    await email.fill('ana@gmial.com');
    await page.getByLabel('Name').focus();
    await page.getByRole('button', { name: 'Did you mean gmail.com?' }).click();
    await expect(email).toHaveValue('ana@gmail.com');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('');
  },
);

test(
  'pictures can be pasted and dropped anywhere; a dropped file never replaces the page',
  { tag: '@full' },
  async ({ page, site }, testInfo) => {
    const images = page.getByTestId('image-preview');
    await page.goto(FORM);
    await expect(page.getByLabel('Name')).toBeVisible();
    // The dialog has set the focus.
    await expect(page.getByRole('group', { name: 'Request service' })).toBeFocused();
    await pastePicture(page, await png());
    await expect(images).toHaveCount(1);
    // Office programs put a picture of a copied text beside it: the field takes the text.
    await page.getByLabel('Description').focus();
    for (const type of ['text/html', 'text/rtf']) {
      const isTaken = await pastePicture(page, await png(), 'Oak, ten doors', type);
      expect([type, isTaken]).toEqual([type, false]);
    }

    const file = testInfo.outputPath('dropped.png');
    writeFileSync(file, await png());
    // On the backdrop.
    await dropAt(page, file, 5, 5);
    await expect(images).toHaveCount(2);
    await fillForm(page);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    const text = testInfo.outputPath('dropped.txt');
    writeFileSync(text, 'No picture.');
    await dropAt(page, text, 640, 300);
    await dropAt(page, text, 5, 5);
    await page.getByText('Click here to continue').click();
    await expect(page).toHaveURL(`${site}/`);
    await expect(page.locator('#headline')).toBeVisible();
  },
);

test(
  'a request from a work’s page names the work until the visitor removes it',
  { tag: '@full' },
  async ({ page, backend, requestsStored }) => {
    const work = firstWork(backend);
    const title = String(fromFields(backend.firestore.get(`gallery/${work}`)!.fields)['title']);
    const line = `About “${title}”:`;
    const description = page.getByLabel('Description');
    const named = page.getByRole('dialog').getByText(line);
    const remove = page.getByRole('button', { name: 'Remove this work' });
    const open = async () => {
      await page.getByRole('main').getByRole('link', { name: 'Request service' }).first().click();
      await expect(description).toBeVisible();
    };
    await page.goto('/');
    await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await open();
    await expect(named).toBeVisible();
    await expect(description).toHaveAccessibleDescription(line);
    await remove.click();
    await expect(named).toHaveCount(0);
    await expect(description).toBeFocused();
    // A form that was cleared begins anew (the others: requestForm.model.test).
    await description.fill('Oak.');
    await page.getByRole('button', { name: 'Clear form' }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await open();
    await expect(named).toBeVisible();
    for (const label of ['Name', 'Email', 'Phone', 'Address'] as const)
      await page.getByLabel(label).fill(FILLED[label.toLowerCase() as keyof typeof FILLED]);
    await description.focus();
    await sendButton(page).focus();
    await expect(description).toHaveAccessibleDescription(line);
    await sendButton(page).click();
    await expect(description).toBeFocused();
    await expect(description).toHaveAccessibleDescription(new RegExp(`^${line} Please tell us`));
    await page.keyboard.type('The same, in sage.');
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    expect(requestsStored()).toMatchObject([{ description: `${line}\nThe same, in sage.` }]);
  },
);

/** Drops a file of this computer on the page, as the browser itself does. */
async function dropAt(page: Page, file: string, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
}
