/** A copy of the test site that a test may change while a browser uses it: a new release. */
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
    /** Another build: all hashed names are others, and the old ones are gone, as hosting does it. */
    deploy: () => renameAssets(folder),
    /** Deletes the copy. */
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function renameAssets(folder: string): void {
  const other = (name: string) =>
    name.replace(
      /-([\w-]{8})(?=\.\w+$)/,
      (_, hash: string) => `-${[...hash].toReversed().join('')}`,
    );
  const names = readdirSync(join(folder, 'assets'));
  for (const name of names) {
    renameSync(join(folder, 'assets', name), join(folder, 'assets', other(name)));
  }
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of all.filter((name) => /\.(html|js|css)$/.test(name))) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const name of names) text = text.replaceAll(name, other(name));
    writeFileSync(join(folder, file), text.replaceAll('"revision":"', '"revision":"0'));
  }
}
