/** The fixtures of a test with a site of its own, which it may change as a new release does. */
import { createSiteCopy, type SiteCopy } from './siteCopy';
import { test as base } from './fixtures';

export { expect } from '@playwright/test';

export const test = base.extend<{ siteCopy: SiteCopy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  siteCopy: async ({}, provide) => {
    const copy = createSiteCopy();
    await provide(copy);
    copy.remove();
  },
  siteDir: async ({ siteCopy }, provide) => provide(siteCopy.folder),
});
