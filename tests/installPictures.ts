/**
 * `tsx tests/installPictures.ts`: the landing page as the browser's install dialog and the README show it,
 * into `public/screenshots/`.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { claimHost } from './browser/host';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { buildTestSites, startTestBackend } from './testSite';

const FOLDER = join(import.meta.dirname, '../public/screenshots');

/** The sizes stand in the manifest. */
const PICTURES = [
  { name: 'narrow', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];

/** Whether every picture in the viewport is there. */
const SHOWN = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .every((image) => image.complete && image.naturalWidth > 0)`;

await buildTestSites();
const { host, release } = await claimHost(0);
const backend = await startTestBackend(host);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
for (const { name, ...size } of PICTURES) {
  const page = await browser.newPage({ ...size, reducedMotion: 'reduce', locale: 'en-US' });
  await page.goto(backend.origins.hosting);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.waitForFunction(SHOWN);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(FOLDER, `${name}.webp`));
}
await browser.close();
await backend.stop();
await release();
