/** Like the other browser tests', but the site is this test's own: it may put out a new release. */
import { createSiteCopy, type SiteCopy } from '../../siteCopy';
import { test as base } from '../fixtures';
import { startTestBackend } from '../../testSite';

export { expect } from '@playwright/test';

export const test = base.extend<{ siteCopy: SiteCopy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  siteCopy: async ({}, provide) => {
    const copy = createSiteCopy();
    await provide(copy);
    copy.remove();
  },
  backend: async ({ host, siteCopy }, provide) => {
    const backend = await startTestBackend(host, siteCopy.folder);
    await provide(backend);
    await backend.stop();
  },
});
