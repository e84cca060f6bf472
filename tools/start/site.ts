/** The page for the local backend: built once, or served by Vite with fast refresh. */
import { existsSync, readdirSync } from 'node:fs';
import { loadEnv } from 'vite';
import type { Ports } from '../../backend/listening';

/**
 * Sets the variables that a local build takes in: the ports, and no Firebase project, even where an
 * `.env` file names one.
 */
export function setLocalEnvironment(ports: Ports, root: string): void {
  for (const mode of ['production', 'development']) {
    for (const name of Object.keys(loadEnv(mode, root, 'VITE_FIREBASE_'))) process.env[name] = '';
  }
  process.env['VITE_LOCAL_FIRESTORE_PORT'] = String(ports.firestore);
  process.env['VITE_LOCAL_AUTH_PORT'] = String(ports.auth);
  process.env['VITE_LOCAL_STORAGE_PORT'] = String(ports.storage);
}

/** The folder for the build holds something else, which building would delete. */
export class FolderNotOurs extends Error {
  constructor(folder: string) {
    super(`${folder} holds something that is no built site; building there would delete it.`);
    this.name = 'FolderNotOurs';
  }
}

/**
 * Builds the page and its worker into a folder, replacing an earlier build; the gallery of a backend that
 * answers on `backendHost` goes into the pages. Throws `FolderNotOurs`.
 */
export async function buildSite(outDir: string, backendHost = 'localhost'): Promise<void> {
  if (!isOursToEmpty(outDir)) throw new FolderNotOurs(outDir);
  const site = await import('../build/build');
  await site.buildSite({ outDir, backendHost });
}

function isOursToEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const names = readdirSync(folder);
  const isBuilt = names.includes('index.html') && names.includes('assets');
  return names.length === 0 || (isBuilt && !names.includes('package.json'));
}

export interface DevServer {
  address: string;
  close(): Promise<void>;
}

/** Starts Vite's development server. Throws where the port is taken. */
export async function startDevServer(root: string, host: string, port: number): Promise<DevServer> {
  const { createServer } = await import('vite');
  const listeners = new Set(process.listeners('SIGTERM'));
  const server = await createServer({
    root,
    logLevel: 'warn',
    server: { host, port, strictPort: true },
  });
  // Vite would end the process on SIGTERM before the backend has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!listeners.has(listener)) process.off('SIGTERM', listener);
  }
  await server.listen();
  return { address: `http://${host}:${port}`, close: () => server.close() };
}
