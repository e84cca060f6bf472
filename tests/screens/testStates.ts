/**
 * Every state of every screen, in the tables of this folder: it fits, everybody can read and use it,
 * nothing moves, nothing is lost to a translator, and what was written stays when React mounts it anew.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import { expectSameMountedAnew } from '../support/mountAnew';
import {
  handsBegan,
  showOriginal,
  textsOf,
  translateEarly,
  translateLate,
} from '../support/foreignHands';
import { lookAt, transitionsEnded } from './looks';

export interface Stage {
  page: Page;
  backend: Backend;
  /** Looks at what the page shows on its way to the state. */
  look(name: string): Promise<void>;
}

/** Brings the state about; resolves once the page shows it. */
export type Opening = (stage: Stage) => Promise<void>;

/** No part of the site, so no translator sees it. */
const NOT_TRANSLATED = 'data-page';

/** They show parts that fail by themselves. */
const FAILING = ['part-failed', 'crash'];

/**
 * What React takes over from the HTML: pages as they load, with and without what they read. A translator that is there
 * before the scripts changes what React finds. Dialogs and notices React makes itself, under either translator.
 */
const TAKEN_OVER = [
  'landing',
  'gallery-loading',
  'gallery-failed',
  'gallery-empty',
  'gallery-more-failed',
  'work-loading',
  'work-failed',
  'work-bare',
  'part-failed',
  'not-found',
];

/** What the page says in its console when a part of it has failed, and its uncaught errors. */
function hearFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (message) => {
    if (/(page|part of the page) failed/.test(message.text())) failures.push(message.text());
  });
  return failures;
}

/**
 * Opens a state while translator and extension are at work, and shows the original again before `look`: the looks are
 * for what most visitors see.
 */
async function openTranslated(
  name: string,
  open: Opening,
  { page, backend, look }: Stage,
  { browser, isWritten }: { browser: Browser; isWritten: boolean },
): Promise<void> {
  const failures = hearFailures(page);
  let texts: string[] = [];
  const lookAtOriginal = async (each: string) => {
    await handsBegan(page);
    // The code of the review form may be on its way.
    await expect(page.getByText('Loading the review form…')).toHaveCount(0);
    await transitionsEnded(page);
    texts = await textsOf(page);
    expect.soft(await showOriginal(page), 'written where nobody sees it').toEqual([]);
    if (!FAILING.includes(name)) expect.soft(failures).toEqual([]);
    // Before the looks, which scroll: a part that is far from the window is not loaded anew.
    if (isWritten) await expectSameMountedAnew(page);
    await look(each);
  };
  await translateLate(page.context());
  await open({ page, backend, look: lookAtOriginal });
  await lookAtOriginal(name);
  if (!TAKEN_OVER.includes(name)) return;
  await test.step('translated before the scripts', async () => {
    const context = await browser.newContext({
      baseURL: backend.origins.hosting,
      reducedMotion: 'reduce',
    });
    await translateEarly(context);
    const early = await context.newPage();
    const earlyFailures = hearFailures(early);
    await open({ page: early, backend, look: async () => undefined });
    await transitionsEnded(early);
    await expect.poll(() => textsOf(early)).toEqual(texts);
    if (!FAILING.includes(name)) expect(earlyFailures).toEqual([]);
    await context.close();
  });
}

/** A test for each state. Parts of those that `isWritten` names are thrown away and mounted anew. */
export function testStates(
  states: Record<string, Opening>,
  isWritten: (name: string) => boolean = () => false,
): void {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  for (const [name, open] of Object.entries(states)) {
    test(
      `“${name.replaceAll('-', ' ')}” fits small windows, is accessible in both colour schemes and can be translated`,
      { tag: ['@full', '@screens'] },
      async ({ page, backend, browser }) => {
        const stage = { page, backend, look: (each: string) => lookAt(page, each) };
        if (test.info().project.name !== 'screens' && name !== NOT_TRANSLATED)
          return openTranslated(name, open, stage, { browser, isWritten: isWritten(name) });
        await open(stage);
        await lookAt(page, name);
      },
    );
  }
}
