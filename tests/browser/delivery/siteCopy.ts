/** Like the other browser tests', but the site is this test's own: it may put out a new release. */
import { startBackend } from '../../../local/backend';
import { TEST_PORTS } from '../../ports';
import { createSiteCopy, type SiteCopy } from '../../siteCopy';
import { test as base } from '../fixtures';

export { expect } from '@playwright/test';

export const test = base.extend<{ siteCopy: SiteCopy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  siteCopy: async ({}, provide) => {
    const copy = createSiteCopy();
    await provide(copy);
    copy.remove();
  },
  backend: async ({ host, siteCopy }, provide) => {
    const backend = await startBackend({
      host,
      ports: TEST_PORTS,
      siteDir: siteCopy.folder,
      dataDir: null,
      faults: true,
      quiet: true,
    });
    await provide(backend);
    await backend.stop();
  },
});
