/** A copy of the test site that a test may change while a browser uses it: a new release. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SITE } from './testSite';

export interface SiteCopy {
  folder: string;
  /** Rewrites a file of the site; throws when that changes nothing. */
  edit(name: string, change: (text: string) => string): void;
  /** A worker with one more byte: a new version, as far as the browser is concerned. */
  release(): void;
  /** Puts code in front of the worker's own. */
  prefixWorker(code: string): void;
  /** The names in a folder of the site. */
  list(folder: string): string[];
  /** Deletes the copy. */
  remove(): void;
}

export function createSiteCopy(within = tmpdir()): SiteCopy {
  const folder = mkdtempSync(join(within, 'cabinets-site-'));
  cpSync(TEST_SITE, folder, { recursive: true });
  const edit: SiteCopy['edit'] = (name, change) => {
    const path = join(folder, name);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${name} stays as it is.`);
    writeFileSync(path, after);
  };
  return {
    folder,
    edit,
    release: () => edit('sw.js', (text) => `${text}\n`),
    prefixWorker: (code) => edit('sw.js', (text) => `${code};\n${text}`),
    list: (name) => readdirSync(join(folder, name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
