// A browser that refuses to change the address, because it was changed too often in a short time.
import { expect, test } from '../support/fixtures';
import { openForm } from '../support/formActions';
import { firstWork } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

test(
  'where the browser refuses to change the address, forms open and close, works open, and a work that is gone leads home',
  { tag: '@full' },
  async ({ page, backend }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(() => {
      for (const name of ['pushState', 'replaceState'] as const) {
        const change = History.prototype[name];
        History.prototype[name] = function (state, unused, url) {
          // The router has only numbered the entry.
          if (url === undefined) return change.call(this, state, unused);
          const message = `Attempt to use history.${name}() more than 100 times per 30 seconds`;
          throw new DOMException(message, 'SecurityError');
        };
      }
    });
    const dialog = page.getByRole('dialog');
    const hash = () => page.evaluate(() => location.hash);

    // The first entry of the history, which is replaced.
    await page.goto('/#request-service');
    await page.getByLabel('Name').fill('Ana');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await hash()).toBe('');
    await openForm(page);
    await expect(page.getByLabel('Name')).toHaveValue('Ana');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const work = firstWork(backend);
    await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
    await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();

    await page.goto('/?like=Oak#request-service');
    const description = page.getByLabel('Description');
    await expect(dialog.getByText('I want something like “Oak”.')).toBeVisible();
    await description.press('ControlOrMeta+End');
    await page.keyboard.type('In sage.');
    await expect(description).toHaveValue('In sage.');

    // Changed on its way, and about a work that is gone.
    await page.goto('/work/gone?x=1#request-service');
    await expect(page).toHaveURL(/5600\/\?x=1#request-service$/);
    await expect(dialog).toBeVisible();
    await expect(page.locator('#headline')).toBeVisible();
    expect(errors).toEqual([]);
  },
);
