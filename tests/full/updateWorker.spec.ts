// A new worker that is held back by the open form: one reload, into it.
import { workerControls } from '../browser/delivery/scene';
import { expect, test } from '../browser/delivery/siteCopy';
import { countLoads } from '../browser/fixtures';
import { choose, expectFilled, fillForm, pngFile } from '../browser/requestForm';
import { storeDocument } from '../browser/stored';
import { NEWER_VERSION } from '../versions';

test('the countdown over a dirty form ends in one reload, by the new worker', async ({
  page,
  backend,
  siteCopy,
}) => {
  await page.goto('/');
  await workerControls(page);
  await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
  siteCopy.release();

  // The check waits until the form holds something; then its countdown finds the new worker.
  const checks: (() => void)[] = [];
  await page.route(/documents\/version\/current/, async (route) => {
    if (checks.length < 1) await new Promise<void>((resolve) => checks.push(resolve));
    await route.continue();
  });
  await page.goto('/?again#request-service');
  await fillForm(page);
  await choose(page, [await pngFile('door.png')]);
  const loads = countLoads(page);
  await expect.poll(() => checks.length).toBe(1);
  checks[0]!();
  await expect(page.getByRole('alertdialog')).toBeVisible();

  await expect.poll(loads).toBe(1);
  await expectFilled(page);
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
  const workers = () =>
    page.evaluate(async () => {
      const { waiting, installing } = (await navigator.serviceWorker.getRegistration())!;
      return [waiting, installing].filter(Boolean).length;
    });
  expect(await workers()).toBe(0);
  // Closing the form is what a worker that still waited would reload for.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  expect(await workers()).toBe(0);
  expect(loads()).toBe(1);
});
