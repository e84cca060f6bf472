import { ensureChromium, ensureFont } from './support/chromium';
import { buildTestSites } from './support/testSite';

/** Before Playwright's first test: a browser, its font, and the sites that the tests open. */
export default async function globalSetup(): Promise<void> {
  ensureChromium();
  ensureFont();
  await buildTestSites();
}
