// What the owner's page says of the last build where the site could not be asked at first.
import { expect, test } from '../support/fixtures';
import { openOwnerPage } from '../support/ownerActions';

test.use({ serviceWorkers: 'block' });

test(
  'a build that could not be read is asked for again with the network, and never by a hidden tab',
  { tag: '@full' },
  async ({ page, context }) => {
    let looks = 0;
    let isReachable = false;
    await page.route('/owner', async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      looks += 1;
      return isReachable ? route.continue() : route.abort();
    });
    await openOwnerPage(page);
    const build = page.getByRole('region', { name: 'The next build' });
    await expect(build).toContainText('When the site was built could not be read.');

    const before = looks;
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    });
    isReachable = true;
    await context.setOffline(true);
    await expect(page.getByText('You are offline.').first()).toBeVisible();
    expect(looks).toBe(before);
    await context.setOffline(false);
    await expect(build).toContainText('The site was built on');
  },
);
