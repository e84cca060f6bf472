/** The two sites that browser tests open, built for the test ports, and their backend. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../backend/backend';
import type { Ports } from '../../backend/listening';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { MADE_UP } from '../../tools/build/businessFile';
import { hashOfSources } from '../../tools/build/mark';
import { setLocalEnvironment } from '../../tools/start/buildSite';
import { claimHost } from './claimHost';
import { officialFirestore } from '../official/workerEmulator';

const ROOT = join(import.meta.dirname, '../..');

/** Every test worker uses them on an address of its own. */
export const TEST_PORTS: Ports = { hosting: 5600, firestore: 5680, auth: 5699, storage: 5619 };

/** Built without a backend: the gallery and the categories are not in it. */
export const TEST_SITE = join(ROOT, 'build', 'site');
/** Built with the seeded backend, as a site is deployed; its pictures have the address of that build. */
export const PRERENDERED_SITE = join(ROOT, 'build', 'prerendered');

/** Of which files both were built; absent while they are built, so that a killed build is done again. */
const BUILT_OF = join(ROOT, 'build', 'sitesBuiltOf.txt');
/** What the test sites are made of besides the sources of any build: the seeded works, and who serves them. */
const SEEDED = [
  'tools/seed',
  'tools/gallery',
  'tools/start',
  'backend',
  'tests/support/testSite.ts',
];

/** Builds both, unless an earlier run has built the same. */
export async function buildTestSites(): Promise<void> {
  setLocalEnvironment(TEST_PORTS, ROOT);
  const { host, release } = await claimHost(0);
  const builtOf = hashOfSources(ROOT, SEEDED);
  if (!existsSync(BUILT_OF) || readFileSync(BUILT_OF, 'utf8') !== builtOf) {
    rmSync(BUILT_OF, { force: true });
    await build(TEST_SITE, host);
    const backend = await startSiteBackend({ host, ports: TEST_PORTS, quiet: true });
    await build(PRERENDERED_SITE, host);
    await backend.stop();
    writeFileSync(BUILT_OF, builtOf);
  }
  await release();
}

/** Builds beside the old one and swaps, so that a run that is under way keeps its files. */
async function build(folder: string, host: string): Promise<void> {
  const [fresh, old] = [`${folder}.${process.pid}`, `${folder}.old.${process.pid}`];
  const { buildSite } = await import('../../tools/build/build');
  await buildSite({ outDir: fresh, backendHost: host, businessFile: MADE_UP });
  mkdirSync(folder, { recursive: true });
  renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Fresh and seeded, in memory, obeying faults. */
export function startTestBackend(host: string, siteDir = TEST_SITE): Promise<Backend> {
  const ports = TEST_PORTS;
  const options = { host, ports, siteDir, dataDir: null, faults: true, quiet: true };
  return startSiteBackend({ ...options, officialFirestore: officialFirestore() });
}
