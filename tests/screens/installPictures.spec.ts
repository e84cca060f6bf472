/**
 * `npm run screens` takes a picture of every screen in every state (`lookAt` in tests/screens/looks.ts) into
 * `screenshots/`: a phone upright and on its side, tablet and desktop, light and dark, text at 100 and 200 %.
 * These are the ones that lie in `public/screenshots` for the install dialog and the README. `-- -g word`
 * chooses.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { test } from '../support/fixtures';
import { DEVICES, SCREENSHOTS, settled } from './looks';

/** The sizes stand in the manifest. */
const INSTALL = {
  narrow: { viewport: DEVICES.phone, deviceScaleFactor: 2 },
  wide: { viewport: DEVICES.desktop, deviceScaleFactor: 1 },
};

test(
  'takes the pictures for the install dialog and the README',
  { tag: '@screens' },
  async ({ browser, site }) => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    for (const [name, size] of Object.entries(INSTALL)) {
      const page = await browser.newPage({ ...size, reducedMotion: 'reduce' });
      await page.goto(site);
      await settled(page);
      await sharp(await page.screenshot())
        .webp({ quality: 82 })
        .toFile(join(SCREENSHOTS, `${name}.webp`));
      await page.close();
    }
  },
);
