import { expect, test } from './fixtures';
import { png } from '../pictures';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('landing page', async ({ page, site, axe }) => {
      await page.goto(site);
      await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
      expect(await axe(page)).toEqual([]);
    });

    test('work page', async ({ page, site, backend, axe }) => {
      await page.goto(`${site}/work/${backend.firestore.list('gallery')[0]!.path.split('/')[1]!}`);
      await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
      expect(await axe(page)).toEqual([]);
    });

    test('open form, empty and with the alert', async ({ page, site, axe }) => {
      await page.goto(`${site}/#request-service`);
      await expect(page.getByLabel('Name')).toBeVisible();
      expect(await axe(page)).toEqual([]);
      const file = async (name: string, seed: number) => ({
        name,
        mimeType: 'image/png',
        buffer: await png(120, 90, seed),
      });
      await page
        .getByTestId('image-input')
        .setInputFiles([await file('a.png', 1), await file('b.png', 2), await file('c.png', 3)]);
      await expect(page.getByRole('alert')).toHaveText('No more than 2 images are allowed');
      expect(await axe(page)).toEqual([]);
    });
  });
}
