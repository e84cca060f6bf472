/** A page of a test, bundled by Vite and served. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, type Rollup } from 'vite';

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
