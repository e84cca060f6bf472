/** A copy of the test site that a test may change while the browser uses it: a new release. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '../../../local/backend';
import { TEST_PORTS } from '../../ports';
import { TEST_SITE } from '../../testSite';
import { test as base } from '../fixtures';

export { expect } from '@playwright/test';

export interface SiteCopy {
  /** Rewrites a file of the site; throws when that changes nothing. */
  edit(name: string, change: (text: string) => string): void;
  /** A worker with one more byte: a new version, as far as the browser is concerned. */
  release(): void;
  /** Puts code in front of the worker's own. */
  prefixWorker(code: string): void;
  /** The names in a folder of the site. */
  list(folder: string): string[];
}

function createSiteCopy(folder: string): SiteCopy {
  const edit: SiteCopy['edit'] = (name, change) => {
    const path = join(folder, name);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${name} stays as it is.`);
    writeFileSync(path, after);
  };
  return {
    edit,
    release: () => edit('sw.js', (text) => `${text}\n`),
    prefixWorker: (code) => edit('sw.js', (text) => `${code};\n${text}`),
    list: (name) => readdirSync(join(folder, name)),
  };
}

/** Like the other browser tests', but the site is this test's own. */
export const test = base.extend<{ siteFolder: string; siteCopy: SiteCopy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  siteFolder: async ({}, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'cabinets-site-'));
    cpSync(TEST_SITE, folder, { recursive: true });
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  siteCopy: async ({ siteFolder }, provide) => provide(createSiteCopy(siteFolder)),
  backend: async ({ host, siteFolder }, provide) => {
    const backend = await startBackend({
      host,
      ports: TEST_PORTS,
      siteDir: siteFolder,
      dataDir: null,
      faults: true,
      quiet: true,
    });
    await provide(backend);
    await backend.stop();
  },
});
