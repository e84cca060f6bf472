/**
 * `npm run screens`: a picture of every screen in every state, on phone, tablet and desktop, light and
 * dark, into `screenshots/`. Words after `--` choose states by name.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { claimHost } from './browser/host';
import { STATES, settled, type ScreenState } from './full/states/index';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { buildTestSites, startTestBackend } from './testSite';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

const DEVICES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};
const SCHEMES = ['light', 'dark'] as const;
/** As many states as are brought about side by side. */
const WORKERS = 2;

async function main(words: string[]): Promise<void> {
  const states = Object.entries(STATES).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  mkdirSync(FOLDER, { recursive: true });
  const executablePath = ensureChromium();
  await buildTestSites();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  const failures: string[] = [];
  try {
    const queue = [...states];
    const work = async (_: unknown, index: number) => {
      const { host, release } = await claimHost(index);
      for (let state = queue.shift(); state; state = queue.shift()) {
        const [name] = state;
        await shoot(browser, host, ...state).catch((error: unknown) => {
          failures.push(name);
          console.error(`${name}: ${String(error)}`);
        });
      }
      await release();
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  } finally {
    await browser.close();
  }
  console.log(`${states.length - failures.length} of ${states.length} states are in ${FOLDER}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** One state, brought about once, in every size and scheme. */
async function shoot(
  browser: Browser,
  host: string,
  name: string,
  state: ScreenState,
): Promise<void> {
  const backend = await startTestBackend(host);
  const context = await browser.newContext({
    baseURL: backend.origins.hosting,
    viewport: DEVICES.desktop,
    locale: 'en-US',
  });
  // tsx names functions by a helper of its own, which those that run in the page do not have.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  try {
    const page = await state.open({ page: await context.newPage(), context, backend });
    for (const [device, size] of Object.entries(DEVICES)) {
      await page.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await takePicture(page, state, join(FOLDER, `${name}-${device}-${colorScheme}.png`));
      }
    }
    console.log(name);
  } finally {
    await context.close();
    await backend.stop();
  }
}

async function takePicture(page: Page, state: ScreenState, path: string): Promise<void> {
  await settled(page);
  if (state.about) {
    await page
      .locator(state.about)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  }
  // What is fixed to the bottom of the screen belongs at the end of a long picture.
  if (state.isTall) await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: 'instant' }));
  await page.screenshot({ path, fullPage: state.isTall ?? false, animations: 'disabled' });
}

await main(process.argv.slice(2));
