/** The two sites that browser tests open, built once for the test ports, and their backend. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../backend/backend';
import type { Ports } from '../../backend/listening';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { MADE_UP } from '../../tools/build/businessFile';
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

/** Builds both. */
export async function buildTestSites(): Promise<void> {
  setLocalEnvironment(TEST_PORTS, ROOT);
  const { host, release } = await claimHost(0);
  await build(TEST_SITE, host);
  const backend = await startSiteBackend({ host, ports: TEST_PORTS, quiet: true });
  await build(PRERENDERED_SITE, host);
  await backend.stop();
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
