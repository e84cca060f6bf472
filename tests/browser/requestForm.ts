import { expect, type Page } from '@playwright/test';

/** What the tests type into the form. */
export const FILLED = {
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phone: '+1 412 555 0134',
  address: '12 Butler St, Lawrenceville',
  description: 'Oak kitchen, 24 doors, we would like sage.',
};
export const CATEGORY = 'Kitchen cabinets';

/** Fills every required field of the open form. */
export async function fillForm(page: Page, values = FILLED): Promise<void> {
  await page.getByLabel('Name').fill(values.name);
  await page.getByLabel('Email').fill(values.email);
  await page.getByLabel('Phone').fill(values.phone);
  await page.getByLabel('Address').fill(values.address);
  await page.getByLabel('Description').fill(values.description);
}

/** Opens the form from the landing page's tile. */
export async function openForm(page: Page): Promise<void> {
  await page
    .getByTestId('tiles')
    .getByRole('link', { name: /Request service/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
