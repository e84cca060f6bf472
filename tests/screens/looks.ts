/** Checks a screen: it fits, everybody can read and use it, and nothing moves. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { misfits } from './misfits';
import { crowding, setTextSize, TIGHT, unreachable } from './crowding';
import { PAPER, paperFaults } from './paper';
import { regionFaults } from './regions';
import { movements, shapeless, unmarked } from './visitorSettings';

type RunOptions = Parameters<AxeBuilder['options']>[0];

const WIDE = { width: 1280, height: 800 };
/** WCAG 2.2 AA and axe's own advice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of what is right axe tells every element, too, unless it is told not to. */
const WRONG_ONLY = { resultTypes: ['violations'] } satisfies RunOptions;
const EVERY_RULE: RunOptions = {
  ...WRONG_ONLY,
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'target-size': { enabled: true } },
};
const CONTRAST: RunOptions = {
  ...WRONG_ONLY,
  runOnly: { type: 'rule', values: ['color-contrast'] },
};

export const SCREENSHOTS = join(import.meta.dirname, '../../screenshots');
export const DEVICES = {
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

/**
 * Looks at a page that shows a state, and leaves it as it was; `npm run screens` takes pictures of it. The
 * page has come there with reduced motion.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? WIDE;
  const isPhotographed = test.info().project.name === 'screens';
  await test.step(`looks: ${name}`, () =>
    isPhotographed ? photograph(page, name) : findFaults(page));
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null });
  await page.setViewportSize(size);
}

async function findFaults(page: Page): Promise<void> {
  expect.soft(await movements(page), 'with reduced motion').toEqual([]);
  expect.soft(await regionFaults(page), 'spoken').toEqual([]);
  for (const { text, ...size } of TIGHT) {
    await page.setViewportSize(size);
    await setTextSize(page, text);
    await settled(page);
    const where = `${size.width} × ${size.height}, text at ${text} %`;
    // This has the rows laid out that are far from the window.
    const crowded = await crowding(page);
    expect.soft([...crowded, ...(await misfits(page))], where).toEqual([]);
    expect.soft(await unreachable(page), where).toEqual([]);
  }
  await setTextSize(page, 100);
  await page.setViewportSize(WIDE);
  await settled(page);
  expect.soft(await violations(page, EVERY_RULE), 'light').toEqual([]);
  // A scheme changes colours and nothing else.
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  expect.soft(await violationsAgain(page, CONTRAST), 'dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await settled(page);
  const invisible = [...(await shapeless(page)), ...(await unmarked(page))];
  expect.soft(invisible, 'in forced colours').toEqual([]);
  await findFaultsOnPaper(page);
}

/** In the dark scheme, because paper is white all the same. */
async function findFaultsOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', forcedColors: null });
  for (const size of PAPER) {
    await page.setViewportSize(size);
    await settled(page);
    const faults = [await paperFaults(page), await misfits(page), await crowding(page)].flat();
    expect.soft(faults, `on paper ${size.width} px wide`).toEqual([]);
  }
}

async function photograph(page: Page, name: string): Promise<void> {
  const isDialog = (await page.locator('dialog[open]').count()) > 0;
  for (const [device, size] of Object.entries(DEVICES)) {
    for (const text of [100, 200]) {
      await page.setViewportSize(size);
      await setTextSize(page, text);
      await settled(page);
      // A window as high as the page: with `fullPage` text would be of its own size again. What is low stays
      // so, and shows its first screen.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (!isDialog && device !== 'landscape') await page.setViewportSize({ ...size, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const path = join(SCREENSHOTS, `${name}-${device}-${text}-${colorScheme}.png`);
        await page.screenshot({ path, animations: 'disabled' });
      }
    }
  }
  await setTextSize(page, 100);
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** What axe says against a page, one line each. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // No frames of other origins here; the other mode opens a page of its own for each run.
  return told(
    (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations,
  );
}

/** The same by the axe that the first run has left in the page: to bring it there takes as long as to run it. */
const violationsAgain = async (page: Page, options: RunOptions): Promise<string[]> =>
  told(
    await page.evaluate(async (wanted) => {
      const { axe } = window as unknown as {
        axe: { run(root: Document, options: RunOptions): Promise<{ violations: Violations }> };
      };
      return (await axe.run(document, wanted)).violations;
    }, options),
  );

const told = (found: Violations) =>
  found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary}`),
  );

/**
 * Resolves when nothing moves any more: fonts and pictures are there, no transition runs. Pictures
 * below the screen are fetched, too.
 */
export async function settled(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(async () => {
    // After a change of size the browser may load other files for the same pictures.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    await document.fonts.ready;
    const arrivals = [...document.images].map((image) => {
      image.loading = 'eager';
      // A missing picture is drawn as missing.
      return image.decode().catch(() => undefined);
    });
    await Promise.all(arrivals);
  });
  await transitionsEnded(page);
}

/** Resolves when what the page has begun to show or to hide is shown or hidden, however rarely it draws. */
export async function transitionsEnded(page: Page): Promise<void> {
  // A page behind a pop-up draws no frames.
  await page.bringToFront();
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const ends = document
      .getAnimations()
      .filter((animation) => animation.timeline instanceof DocumentTimeline)
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ends);
  });
}
