/** The site that browser tests open, built for the test ports into `build/site`, and its backend. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../local/backend';
import { startSiteBackend } from '../tools/start/backend';
import type { Ports } from '../local/listening';
import { buildSite, setLocalEnvironment } from '../tools/start/site';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every test worker uses them on an address of its own. */
export const TEST_PORTS: Ports = { hosting: 5600, firestore: 5680, auth: 5699, storage: 5619 };

export const TEST_SITE = join(ROOT, 'build', 'site');

/** Set by what has built the site already, so that nothing builds it again. */
export const IS_BUILT = 'TEST_SITE_IS_BUILT';

/** Builds beside the old one and swaps, so that a run that is under way keeps its files. */
export async function buildTestSite(): Promise<void> {
  setLocalEnvironment(TEST_PORTS, ROOT);
  const fresh = `${TEST_SITE}.${process.pid}`;
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  await buildSite(fresh);
  const old = `${TEST_SITE}.old.${process.pid}`;
  if (existsSync(TEST_SITE)) renameSync(TEST_SITE, old);
  renameSync(fresh, TEST_SITE);
  rmSync(old, { recursive: true, force: true });
  process.env[IS_BUILT] = '1';
}

/** Fresh and seeded, in memory, obeying faults. */
export function startTestBackend(host: string, siteDir = TEST_SITE): Promise<Backend> {
  const ports = TEST_PORTS;
  return startSiteBackend({ host, ports, siteDir, dataDir: null, faults: true, quiet: true });
}
