// axe on the main screens, in both colour schemes; visual.spec.ts looks at every state.
import { expect, test } from './fixtures';
import { COMMIT, fillRequest, pressSend } from './delivery/scene';
import { png } from '../pictures';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe, ${colorScheme}`, () => {
    // Nothing half faded in while axe measures contrasts.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

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
      await expect(page.getByTestId('image-preview')).toHaveCount(2);
      expect(await axe(page)).toEqual([]);
    });

    test('list of what waits', async ({ page, backend, axe }) => {
      backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
      await fillRequest(page);
      await pressSend(page);
      await page.getByRole('button', { name: 'Click here to continue' }).click();
      await page.getByRole('button', { name: /1 request waiting to be sent/ }).click();
      await expect(page.getByRole('dialog', { name: 'Waiting requests' })).toBeVisible();
      expect(await axe(page)).toEqual([]);
    });
  });
}
