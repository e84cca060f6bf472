/** The backend of a browser test: fresh and seeded, in memory, obeying faults, on the ports the test site knows. */
import { startBackend, type Backend } from '../local/backend';
import { TEST_PORTS } from './ports';

export function startTestBackend(host: string, siteDir: string): Promise<Backend> {
  const ports = TEST_PORTS;
  return startBackend({ host, ports, siteDir, dataDir: null, faults: true, quiet: true });
}
