import { ensureChromium } from './chromium';
import { buildTestSites } from './testSite';

/** Before Playwright's first test: a browser, and the sites that the tests open. */
export default async function globalSetup(): Promise<void> {
  ensureChromium();
  await buildTestSites();
}
