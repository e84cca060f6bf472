// What the version check does where only the real clock can tell.
import { countLoads, expect, test } from '../browser/fixtures';
import { storeDocument } from '../browser/stored';
import { NEWER_VERSION } from '../versions';

const NEWER = { version: NEWER_VERSION };

test('counts down for real, in about ten seconds, over whatever is open', async ({
  page,
  backend,
}) => {
  await storeDocument(backend, 'version/current', NEWER);
  const loads = countLoads(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#request-service');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  const seen = Date.now();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect.poll(loads).toBe(2);
  const took = Date.now() - seen;
  expect(took).toBeGreaterThan(8000);
  expect(took).toBeLessThan(14_000);
  await page.getByLabel('Name').fill('Still usable');
  await expect(dialog).toHaveCount(0);
  expect(loads()).toBe(2);
});
