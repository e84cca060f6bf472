/**
 * `tsx tests/sitePictures.ts`: the landing page on a phone and on a desktop, for the browser's install
 * dialog (`public/screenshots/`) and side by side for the README (`docs/landing.png`).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { claimHost } from './browser/host';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { buildTestSite, startTestBackend } from './testSite';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'public/screenshots');

/** The sizes stand in the manifest; `box` is the place in the README's picture. */
const PICTURES = {
  narrow: {
    size: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
    box: { left: 1270, top: 150, width: 270, height: 584, radius: 31 },
  },
  wide: {
    size: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
    box: { left: 70, top: 90, width: 1120, height: 720, radius: 14 },
  },
};
type Box = (typeof PICTURES)['wide']['box'];

const rect = ({ left, top, width, height, radius }: Box, attributes: string) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" ${attributes}/>`;

/** Both with shadows, and a frame around the phone. */
async function writeReadmePicture(pictures: { png: Buffer; box: Box }[]): Promise<void> {
  const phone = PICTURES.narrow.box;
  const frame = { ...phone, left: phone.left - 9, top: phone.top - 9, width: 288, height: 602 };
  const shadows = pictures.map(({ box }) =>
    rect(
      { ...box, top: box.top + 14, radius: 20 },
      'fill="#31261a" opacity=".35" filter="url(#soft)"',
    ),
  );
  const ground = `<svg width="1600" height="900" xmlns="http://www.w3.org/2000/svg">
    <filter id="soft"><feGaussianBlur stdDeviation="22"/></filter>
    <rect width="100%" height="100%" fill="#e6dfd2"/>
    ${shadows.join('')}
    ${rect({ ...frame, radius: 40 }, 'fill="#1f2a28"')}
  </svg>`;
  const parts = pictures.map(async ({ png, box }) => {
    const { left, top, width, height } = box;
    const corners = `<svg width="${width}" height="${height}">${rect({ ...box, left: 0, top: 0 }, '')}</svg>`;
    const input = await sharp(png)
      .resize(width, height, { fit: 'cover', position: 'top' })
      .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
      .png()
      .toBuffer();
    return { input, left, top };
  });
  await sharp(Buffer.from(ground))
    .composite(await Promise.all(parts))
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(ROOT, 'docs/landing.png'));
}

/** Resolves when every picture in the viewport is there. */
async function picturesShown(page: Page): Promise<void> {
  await page.waitForFunction(
    `[...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0)`,
  );
}

await buildTestSite();
mkdirSync(FOLDER, { recursive: true });
const { host, release } = await claimHost(0);
const backend = await startTestBackend(host);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
try {
  const pictures: { png: Buffer; box: Box }[] = [];
  for (const [name, { size, box }] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ ...size, reducedMotion: 'reduce', locale: 'en-US' });
    await page.goto(backend.origins.hosting);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    await picturesShown(page);
    const png = await page.screenshot();
    await sharp(png)
      .webp({ quality: 82 })
      .toFile(join(FOLDER, `${name}.webp`));
    pictures.push({ png, box });
  }
  await writeReadmePicture(pictures);
} finally {
  await browser.close();
  await backend.stop();
  await release();
}
