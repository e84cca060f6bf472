// Where the owner's page does not start, or ends, it says so: nothing of it is in the HTML, so it would stay white.
import { expect, test } from '../support/fixtures';
import { SIGN_IN_AS_OWNER } from '../support/ownerActions';
import { button } from '../support/reviewActions';

test.use({ serviceWorkers: 'block' });

const SCRIPTS = /\/owner\/assets\/index-.*\.js/;

for (const [what, answer] of [
  ['is missing', { status: 404, body: 'Not found' }],
  ['fails when it runs', { contentType: 'text/javascript', body: 'throw new Error("bug")' }],
  ['cannot be parsed', { contentType: 'text/javascript', body: 'const a = /(?<=b/;' }],
] as [string, { body: string; status?: number; contentType?: string }][]) {
  const tag = what === 'is missing' ? [] : '@full';
  test(
    `where its script ${what}, the page says so, and starts at the next try`,
    { tag },
    async ({ page }) => {
      await page.route(SCRIPTS, (route) => route.fulfill(answer));
      await page.goto('/owner');
      await expect(page.getByRole('alert')).toContainText('This page did not start.');
      await page.unroute(SCRIPTS);
      await page.getByRole('link', { name: 'try again' }).click();
      await expect(button(page, SIGN_IN_AS_OWNER)).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  );
}

test(
  'where the engine knows no modules, the page says so at once',
  { tag: '@full' },
  async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'));
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/owner');
    await expect(page.getByRole('alert')).toContainText('use a newer browser');
  },
);
