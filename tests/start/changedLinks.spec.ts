// Links that were changed on their way: each form of a change is in meantAddress.test.ts.
import { workerControls } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { firstWork } from '../support/serverContent';

for (const [link, address, tag] of [
  ['/#request-service?utm_source=x', '/?utm_source=x#request-service'],
  ['/work/gone?utm_source=x#request-service', '/?utm_source=x#request-service', '@full'],
  ['/%23request-service', '/#request-service', '@full'],
] as [link: string, address: string, tag?: string][]) {
  test(
    `${link} opens the form, and it stays`,
    { tag: tag ?? [] },
    async ({ page, site, backend }) => {
      await page.goto(link);
      const dialog = page.getByRole('dialog', { name: 'Request service' });
      await expect(dialog.getByLabel('Name')).toBeVisible();
      await expect(page).toHaveURL(site + address);
      // A redirect comes with the answer for the work and for the gallery.
      await expect(page.locator('#gallerySection li').first()).toBeAttached();
      if (link.startsWith('/work/')) {
        await backend.requests.waitFor(({ url }) => url.includes('gallery/gone'));
        await expect(page.locator('#headline')).toBeAttached();
      }
      await expect(dialog.getByLabel('Name')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(site + address.replace(/#.*/, ''));
    },
  );
}

test(
  'a changed link works in a page that is open, over a work, and offline',
  { tag: '@full' },
  async ({ page, site, backend }) => {
    const dialog = page.getByRole('dialog', { name: 'Request service' });
    await page.goto('/');
    await workerControls(page);
    await page.evaluate(() => {
      location.hash = 'gallerysection&fbclid=1';
    });
    await expect(page).toHaveURL(`${site}/?fbclid=1#gallerySection`);
    const work = firstWork(backend);
    await page.goto(`/work/${work}#Request-Service/`);
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(`${site}/work/${work}#request-service`);
    await backend.goDown();
    await page.goto('/%23request-service');
    await expect(dialog).toBeVisible();
  },
);

test(
  'our worker needs no function: an unknown work leads to the landing page, one with a full stop to the work',
  { tag: '@full' },
  async ({ page, site, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const isOff = { kind: 'status', status: 404 } as const;
    const fault = backend.faults.add({ service: 'hosting', url: /^\/work\/(?!html)/, do: isOff });
    await page.goto('/work/never-was');
    await expect(page).toHaveURL(`${site}/`);
    const work = firstWork(backend);
    await page.goto(`/work/${work}).?a=1#request-service`);
    await expect(page).toHaveURL(`${site}/work/${work}?a=1#request-service`);
    expect(fault.hits).toBe(0);
  },
);

test('without scripts, the page for a changed link leads to the form’s replacement', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(`${site}/%23request-service`);
  expect(answer!.status()).toBe(404);
  await page.getByRole('banner').getByRole('link', { name: 'Request service' }).click();
  await expect(page).toHaveURL(`${site}/#request-service`);
  await context.close();
});
