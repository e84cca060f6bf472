/** A small site with our sign-in, bundled by Vite, and the local Auth service beside it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, type Rollup } from 'vite';
import type { LocalAccount } from '../../../local/auth/accounts';
import { createAuthHandler, type AuthHandler } from '../../../local/auth/index';
import { openRecords } from '../../../local/persistence/records';

export interface AuthSite {
  /** The page's address. */
  url: string;
  auth: AuthHandler;
  /** The bearers that the page has posted to its token sync. */
  bearers: string[];
  /** Closes the Auth service with every connection. */
  authDown(): Promise<void>;
  stop(): Promise<void>;
}

/** A site's files by path. */
export type Bundle = Map<string, string | Uint8Array>;

/** Bundles a page (its folder holds `index.html`); in memory, as `vite build` would write it. */
export async function bundlePage(folder: URL): Promise<Bundle> {
  const output = (await build({
    root: folder.pathname,
    configFile: false,
    logLevel: 'error',
    define: { __LOCAL__: 'true' },
    build: { write: false, minify: false, target: 'es2022' },
  })) as Rollup.RollupOutput;
  return new Map(
    output.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source,
    ]),
  );
}

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export async function listen(listener: Listener): Promise<{ origin: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Answers with a bundle's files; true when it did. */
export function serveBundle(bundle: Bundle, req: IncomingMessage, res: ServerResponse): boolean {
  const { pathname } = new URL(req.url!, 'http://local');
  const path = pathname === '/' ? '/index.html' : pathname;
  const file = bundle.get(path);
  if (file === undefined) return false;
  const type = TYPES[path.split('.').pop()!] ?? 'application/octet-stream';
  // The header that firebase.json sets: the popup keeps its opener under it.
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  res.writeHead(200, { 'Content-Type': type }).end(file);
  return true;
}

export async function startAuthSite(bundle: Bundle): Promise<AuthSite> {
  const auth = createAuthHandler({
    projectId: 'demo-cabinets',
    now: () => new Date(),
    accounts: openRecords<LocalAccount>(null),
  });
  const bearers: string[] = [];
  const service = await listen((req, res) => void auth.handle(req, res));
  const site = await listen((req, res) => {
    if (serveBundle(bundle, req, res)) return;
    if (req.url === '/token-sync') bearers.push(req.headers.authorization ?? '');
    res.writeHead(req.url === '/token-sync' ? 204 : 404).end();
  });
  return {
    url: `${site.origin}/?auth=${encodeURIComponent(service.origin)}`,
    auth,
    bearers,
    authDown: () => close(service.server),
    stop: async () => {
      await close(site.server);
      if (service.server.listening) await close(service.server);
    },
  };
}
