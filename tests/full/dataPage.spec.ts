import { expect, test } from '../browser/fixtures';

test('the data page follows what is stored', async ({ page, backend }) => {
  await page.goto(`${backend.origins.firestore}/`);
  await expect(page.getByText('No request yet.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Live');
  const name = { stringValue: 'Ana <b>Delgado</b>' };
  backend.firestore.commit([{ path: 'requests/1234567890', fields: { name } }]);
  await expect(page.getByRole('heading', { name: name.stringValue })).toBeVisible();
});
