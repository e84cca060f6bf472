// A tab from before a deployment: what it had not loaded yet is gone from the host.
import { countLoads } from './fixtures';
import { expect, test } from './delivery/siteCopy';
import { expectFilled, fillForm, openForm } from './requestForm';
import { firstWork } from './stored';

// Without a worker, which would have kept the old build whole.
test.use({ serviceWorkers: 'block' });

test('goes on in the new build where the visitor wanted to go, once, with what was typed', async ({
  page,
  backend,
  siteCopy,
}) => {
  const work = firstWork(backend);
  await page.goto('/');
  await openForm(page);
  await fillForm(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const loads = countLoads(page);
  siteCopy.deploy();
  await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
  await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/work/${work}$`));
  await expect(page.getByText('Your connection may be weak')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Request service' }).click();
  await expectFilled(page);
  expect(loads()).toBe(1);
});

test('opens the form of the new build where that of the old one is gone', async ({
  page,
  siteCopy,
}) => {
  // It is not fetched in advance.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  // The last that a page loads by itself.
  const last = page.waitForResponse(/assets\/registerWorker-/);
  await page.goto('/');
  await (await last).finished();
  const loads = countLoads(page);
  siteCopy.deploy();
  await openForm(page);
  await expect(page.getByLabel('Name')).toBeVisible();
  expect(loads()).toBe(1);
});
