/**
 * Builds the site with the gallery in it, as it is deployed: `tsx tests/prerenderedSite.ts HOST FOLDER`,
 * against a seeded backend on that address and the test ports.
 */
import { join } from 'node:path';
import { startSiteBackend } from '../tools/start/backend';
import { buildSite, setLocalEnvironment } from '../tools/start/site';
import { TEST_PORTS } from './testSite';

const [host, folder] = process.argv.slice(2);
if (!host || !folder) throw new Error('An address and a folder are needed.');
setLocalEnvironment(TEST_PORTS, join(import.meta.dirname, '..'));
const backend = await startSiteBackend({ host, ports: TEST_PORTS, quiet: true });
await buildSite(folder, host);
await backend.stop();
