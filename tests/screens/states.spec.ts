// Every state of every screen: it fits, everybody can read and use it, nothing moves, and it is the same translated.
import { test } from '../support/fixtures';
import { lookAt } from './looks';
import { STATES } from './states';
import { PAGE_STATES } from './pageStates';
import { compareTranslated, settledTexts, type Hands } from './translations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** They show parts that fail by themselves. */
const FAILING = ['part-failed', 'request-part-failed', 'crash'];
/** No part of the site, so no translator sees it. */
const NOT_TRANSLATED = 'data-page';

/**
 * A translator that is there before the scripts changes what React takes over, which the states of pages show. What comes
 * later, such as a dialog, React makes while either translator runs.
 */
const handsFor = (name: string): Hands[] => [
  ...(name in PAGE_STATES ? (['before the scripts'] as const) : []),
  'after the scripts, beside an extension',
];

for (const [name, open] of Object.entries(STATES)) {
  test(
    `“${name.replaceAll('-', ' ')}” fits small windows, is accessible in both colour schemes and can be translated`,
    { tag: ['@full', '@screens'] },
    async ({ page, backend, browser, siteDir }) => {
      test.setTimeout(240_000);
      await open({ page, backend, look: (onTheWay) => lookAt(page, onTheWay) });
      const isTranslated = test.info().project.name !== 'screens' && name !== NOT_TRANSLATED;
      // Before the look, which scrolls and so loads more of the page.
      const texts = isTranslated ? await settledTexts(page) : [];
      await lookAt(page, name);
      if (!isTranslated) return;
      await page.close();
      const mayFail = FAILING.includes(name);
      await compareTranslated(open, texts, { browser, siteDir, mayFail, hands: handsFor(name) });
    },
  );
}
