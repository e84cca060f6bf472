/** The site for the local backend: built once, or served by Vite with fast refresh. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { nameOf, type Ports } from '../../backend/listening';
import { ToolError } from '../toolErrors';
import { OUT_DIR } from './options';

/**
 * Sets the variables for a local build: the site's own address, the ports of the backend, and no Firebase project, even
 * if an `.env` file names another site and its project.
 */
export function setLocalEnvironment(ports: Ports, root: string, host = 'localhost'): void {
  for (const mode of ['production', 'development']) {
    for (const name of Object.keys(loadEnv(mode, root, 'VITE_FIREBASE_'))) process.env[name] = '';
  }
  process.env['VITE_SITE_URL'] = `http://${nameOf(host)}:${ports.hosting}`;
  process.env['VITE_LOCAL_FIRESTORE_PORT'] = String(ports.firestore);
  process.env['VITE_LOCAL_AUTH_PORT'] = String(ports.auth);
  process.env['VITE_LOCAL_STORAGE_PORT'] = String(ports.storage);
}

/**
 * Builds the page and its worker into a folder, in the place of an earlier build. The pages get the gallery of the
 * backend that answers on `backendHost`. Throws `ToolError` if the folder contains something else, which
 * the build would delete; and the errors of the build.
 */
export async function buildSite(outDir: string, backendHost = 'localhost'): Promise<void> {
  if (!isSafeToReplace(outDir)) {
    throw new ToolError(
      `${outDir} contains something other than a built site, which the build would delete.\n` +
        '  Delete the folder yourself, or choose another one with --out.',
    );
  }
  const site = await import('../build/build');
  await site.buildSite({ outDir, backendHost, needsBackend: true }).catch((error: unknown) => {
    // The site is there, and its pages read these parts when they are opened.
    if (!(error instanceof site.UnreadError)) throw error;
    console.warn(error.message);
  });
}

const DEFAULT_OUT = fileURLToPath(new URL(`../../${OUT_DIR}`, import.meta.url));

/** Whether the folder is missing, empty, or a build. The default folder is ours whatever an interrupted build left. */
function isSafeToReplace(folder: string): boolean {
  if (!existsSync(folder) || folder === DEFAULT_OUT) return true;
  const names = readdirSync(folder);
  const isBuilt = names.includes('index.html') && names.includes('assets');
  return names.length === 0 || (isBuilt && !names.includes('package.json'));
}

export interface DevServer {
  address: string;
  close(): Promise<void>;
}

/** Starts Vite's development server. Throws if the port is taken. */
export async function startDevServer(root: string, host: string, port: number): Promise<DevServer> {
  // A value from the environment would leave out React's checks and fast refresh.
  process.env['NODE_ENV'] = 'development';
  const { createServer } = await import('vite');
  const listeners = new Set(process.listeners('SIGTERM'));
  const server = await createServer({
    root,
    logLevel: 'warn',
    configLoader: 'native',
    server: { host, port, strictPort: true },
  });
  // Removes Vite's own listener, which would end the process on SIGTERM before the backend has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!listeners.has(listener)) process.off('SIGTERM', listener);
  }
  await server.listen();
  return { address: `http://${nameOf(host)}:${port}`, close: () => server.close() };
}
