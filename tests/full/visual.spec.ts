// Every screen in every state: nothing sticks out or is cut on a narrow window, axe finds nothing.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures';
import { misfits } from '../browser/misfits';
import { movements, shapeless } from './media';
import { STATES, settled } from './states/index';

type RunOptions = Parameters<AxeBuilder['options']>[0];

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };
/** WCAG 2.2 AA and axe's own advice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const EVERY_RULE: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'target-size': { enabled: true } },
};
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** States with something that would move. */
const MOVING =
  /^(landing|(gallery|work)-loading|request-(creating|uploading|success)|waiting-notice|review-signing-in|update-dialog)$/;
/** States with controls of every kind. */
const CONTROLS = /^(landing|work|request-(filled|uploading)|review-(nearly-full|in-an-app))$/;

for (const [name, { open }] of Object.entries(STATES)) {
  test(`${name} fits 320 pixels and is accessible in both schemes`, async ({
    page,
    context,
    backend,
  }) => {
    const moves = MOVING.test(name);
    if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
    const shown = await open({ page, context, backend });
    if (moves) expect.soft(await movements(shown), 'with reduced motion').toEqual([]);
    await shown.emulateMedia({ reducedMotion: 'no-preference' });
    await shown.setViewportSize(NARROW);
    await settled(shown);
    expect.soft(await misfits(shown), 'at 320 pixels').toEqual([]);
    await shown.setViewportSize(WIDE);
    await settled(shown);
    expect.soft(await violations(shown, EVERY_RULE), 'light').toEqual([]);
    // A scheme changes colours and nothing else.
    await shown.emulateMedia({ colorScheme: 'dark' });
    await settled(shown);
    expect.soft(await violations(shown, CONTRAST), 'dark').toEqual([]);
    if (CONTROLS.test(name)) {
      await shown.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      await settled(shown);
      expect.soft(await shapeless(shown), 'in forced colours').toEqual([]);
    }
  });
}

/** What axe says against a page, one line each. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // No frames of other origins here; the other mode opens a page of its own for each run.
  const results = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
