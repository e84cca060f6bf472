// Who may use the owner's page, and that it is no part of the visitors' site.
import { expect, test } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';
import { ADD_WORK, openOwnerPage, SIGN_IN_AS_OWNER } from '../support/ownerActions';
import { button } from '../support/reviewActions';
import { storeDocument } from '../support/serverContent';

const OTHER = { name: 'Maria Alvarez', email: 'maria.alvarez@example.com' };

test(
  'an account that is no owner is told the command; the page opens when it becomes one, and closes when it is none any more',
  { tag: '@official' },
  async ({ page, backend }) => {
    await openOwnerPage(page, OTHER.name);
    const told = page.getByRole('heading', { name: `${OTHER.email} is not an owner of this site` });
    await expect(told).toBeVisible();
    await expect(page.getByText(`npm run setup -- --owner ${OTHER.email}`)).toBeVisible();
    await expect(button(page, ADD_WORK)).toHaveCount(0);
    // The page looks when it is shown again, and each half minute.
    const comesBack = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await storeDocument(backend, `owners/${OTHER.email}`, {});
    await comesBack();
    await expect(button(page, ADD_WORK)).toBeVisible();
    await storeDocument(backend, `owners/${OTHER.email}`, undefined);
    await comesBack();
    await expect(told).toBeVisible();
  },
);

test(
  'the worker leaves the page to the network, and keeps nothing of it',
  { tag: '@full' },
  async ({ page, site }) => {
    await page.goto('/');
    await workerControls(page);
    const answer = await page.goto('/owner');
    expect(answer!.fromServiceWorker()).toBe(false);
    expect(answer!.headers()).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    await expect(button(page, SIGN_IN_AS_OWNER)).toBeVisible();
    const kept = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => url);
    });
    expect(kept.filter((url) => url.startsWith(`${site}/owner`))).toEqual([]);
    expect(kept).toContainEqual(expect.stringMatching(/assets/));
    await page.context().setOffline(true);
    await expect(page.goto('/owner')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  },
);
