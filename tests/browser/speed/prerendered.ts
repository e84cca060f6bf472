/** The fixtures of tests that need the gallery in the HTML: a build of their own for each worker. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from '../fixtures';

export { expect } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');

export const test = base.extend<object, { prerenderedSite: string }>({
  prerenderedSite: [
    async ({ host }, provide) => {
      const folder = join(ROOT, 'build', `prerendered-${host}`);
      const args = ['--import', 'tsx', 'tests/prerenderedSite.ts', host, folder];
      await promisify(execFile)(process.execPath, args, { cwd: ROOT });
      await provide(folder);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteDir: async ({ prerenderedSite }, provide) => provide(prerenderedSite),
});
