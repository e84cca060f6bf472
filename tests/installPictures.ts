/** `tsx tests/installPictures.ts`: what the browser's install dialog shows, into `public/screenshots/`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { claimHost } from './browser/host';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { buildTestSite, startTestBackend } from './testSite';

const FOLDER = fileURLToPath(new URL('../public/screenshots', import.meta.url));

/** The sizes stand in the manifest. */
const PICTURES = [
  { name: 'narrow', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];

async function main(): Promise<void> {
  const executablePath = ensureChromium();
  await buildTestSite();
  mkdirSync(FOLDER, { recursive: true });
  const { host, release } = await claimHost(0);
  const backend = await startTestBackend(host);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    for (const { name, ...size } of PICTURES) {
      const page = await browser.newPage({ ...size, reducedMotion: 'reduce', locale: 'en-US' });
      await page.goto(backend.origins.hosting);
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      await picturesShown(page);
      await sharp(await page.screenshot())
        .webp({ quality: 82 })
        .toFile(join(FOLDER, `${name}.webp`));
      await page.close();
    }
  } finally {
    await browser.close();
    await backend.stop();
    await release();
  }
}

/** Resolves when every picture in the viewport is there. */
async function picturesShown(page: Page): Promise<void> {
  await page.waitForFunction(
    `[...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0)`,
  );
}

await main();
