/**
 * `npm run screens`: a picture of every screen in every state, on phone, tablet and desktop, light and
 * dark, into `screenshots/`; also those that lie in `public/screenshots` for the install dialog and the
 * README. `-- -g word` chooses.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../browser/fixtures';
import { STATES, settled, type ScreenState } from '../full/states/index';

const FOLDER = join(import.meta.dirname, '../../screenshots');
const DEVICES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};
const SCHEMES = ['light', 'dark'] as const;

for (const [name, state] of Object.entries(STATES)) {
  test(name, async ({ page, context, backend }) => {
    const shown = await state.open({ page, context, backend });
    for (const [device, size] of Object.entries(DEVICES)) {
      await shown.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await shown.emulateMedia({ colorScheme });
        await takePicture(shown, state, `${name}-${device}-${colorScheme}`);
      }
    }
  });
}

async function takePicture(page: Page, state: ScreenState, name: string): Promise<void> {
  await settled(page);
  if (state.about) {
    await page
      .locator(state.about)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  }
  // What is fixed to the bottom of the screen belongs at the end of a long picture.
  if (state.isTall) await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: 'instant' }));
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, fullPage: state.isTall ?? false, animations: 'disabled' });
}

/** The sizes stand in the manifest. */
const INSTALL = {
  narrow: { viewport: DEVICES.phone, deviceScaleFactor: 2 },
  wide: { viewport: DEVICES.desktop, deviceScaleFactor: 1 },
};

test('install', async ({ browser, site }) => {
  for (const [name, size] of Object.entries(INSTALL)) {
    const page = await browser.newPage({ ...size, reducedMotion: 'reduce' });
    await page.goto(site);
    await settled(page);
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(join(FOLDER, `${name}.webp`));
    await page.close();
  }
});
