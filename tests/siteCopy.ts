/** A copy of the test site that a test may change while a browser uses it: a new release. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SITE } from './testSite';

export type SiteCopy = ReturnType<typeof createSiteCopy>;

export function createSiteCopy(within = tmpdir(), from = TEST_SITE) {
  const folder = mkdtempSync(join(within, 'cabinets-site-'));
  cpSync(from, folder, { recursive: true });
  return {
    folder,
    /** A worker with one more byte: a new version, as far as the browser is concerned. */
    release: () => appendFileSync(join(folder, 'sw.js'), '\n'),
    /** Deletes the copy. */
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
