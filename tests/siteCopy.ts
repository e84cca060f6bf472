/** A copy of the test site that a test may change while a browser uses it: a new release. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SITE } from './testSite';

export type SiteCopy = ReturnType<typeof createSiteCopy>;

export function createSiteCopy(within = tmpdir(), from = TEST_SITE) {
  const folder = mkdtempSync(join(within, 'cabinets-site-'));
  cpSync(from, folder, { recursive: true });
  /** Rewrites a file of the site; throws when that changes nothing. */
  const edit = (name: string, change: (text: string) => string) => {
    const path = join(folder, name);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${name} stays as it is.`);
    writeFileSync(path, after);
  };
  return {
    folder,
    edit,
    /** A worker with one more byte: a new version, as far as the browser is concerned. */
    release: () => edit('sw.js', (text) => `${text}\n`),
    /** Puts code in front of the worker's own. */
    prefixWorker: (code: string) => edit('sw.js', (text) => `${code};\n${text}`),
    /** The names in a folder of the site. */
    list: (name: string) => readdirSync(join(folder, name)),
    /** Deletes the copy. */
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
