import { ensureChromium } from './support/chromium';
import { buildTestSites } from './support/testSite';

/** Before Playwright's first test: a browser, and the sites that the tests open. */
export default async function globalSetup(): Promise<void> {
  ensureChromium();
  await buildTestSites();
}
