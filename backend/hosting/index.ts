/**
 * Serves the built site as Firebase Hosting does: with `superstatic` (Firebase's own server) and the `hosting` block
 * of firebase.json, so that rewrites and headers are the same as after a deployment. Compression and conditional
 * requests are our own code, because superstatic compresses every answer again and rarely answers 304.
 *
 * superstatic gives a missing file the headers of the block that matches its address: below `/assets` browsers keep a
 * 404 for a year. Firebase documents the block `404.html` for that, but whether it wins on Google's servers is not
 * known, so that the site must bear the worse one (src/update/newBuild.ts). `npm run doctor` tells what a project does.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import createProvider from 'superstatic/lib/providers/fs.js';
// Not the package's main entry: with some loaders, its function is at `default.default`.
import superstatic from 'superstatic/lib/superstatic.js';
import { requestUrl, type ServiceHandler } from '../httpHelpers';
import { sendFile } from './sendFile';
import { createSiteFiles, type FoundFile, type SiteFile } from './siteFiles';

export interface HostingOptions {
  siteDir: string;
  /** Path or URL of firebase.json. */
  configFile: string | URL;
  /** The one host by which browsers shall open the site: the addresses of pictures have it. */
  host?: string;
  /** Resolves when the site is built. Until then requests wait and no file of the site is read. */
  built?: Promise<void>;
  /** The functions that rewrites name. Without its function, a rewrite is answered by an error page, as Google's is. */
  functions?: Record<string, SiteFunction>;
}

type SiteFunction = (call: { url: string; acceptEncoding: string | undefined }) => Promise<{
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}>;

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
type Provider = (req: IncomingMessage, path: string) => Promise<FoundFile | null>;

const NOT_FOUND_PAGE = readFileSync(new URL('./notFound.html', import.meta.url));

// superstatic's types lack the option `provider`, and `compression` as a function.
const newProvider = createProvider as unknown as (options: object) => Provider;
const newMiddleware = superstatic as unknown as (options: object) => Middleware;

export function createHosting({
  siteDir,
  configFile,
  host,
  built,
  functions = {},
}: HostingOptions): ServiceHandler {
  const { hosting } = JSON.parse(readFileSync(configFile, 'utf8')) as { hosting: object };
  const onDisk = newProvider({ cwd: siteDir, public: '.' });
  const siteFile = createSiteFiles();
  // superstatic may look for several files. It answers with the last one that it found.
  const found = new WeakMap<IncomingMessage, SiteFile>();
  const ifNoneMatch = new WeakMap<IncomingMessage, string | undefined>();

  const provider: Provider = async (req, path) => {
    const file = await onDisk(req, path).catch(missingIfTooLong);
    if (file) found.set(req, await siteFile(path, file));
    return file;
  };
  /** Runs in place of superstatic's compression. It sends the file itself and does not call the next middleware. */
  const send: Middleware = (req, res) => {
    sendFile(req, res, found.get(req)!, ifNoneMatch.get(req)).catch((error: Error) =>
      res.destroy(error),
    );
  };
  const rewriteToFunction = async (rewrite: { function: { functionId: string } }) => {
    const called = functions[rewrite.function.functionId];
    return called ? callFunction(called) : notFound;
  };
  const serve = newMiddleware({
    // `public` is relative to the provider's `cwd`. The path in firebase.json would depend on the working directory.
    config: { ...hosting, public: '.' },
    provider,
    compression: send,
    rewriters: { function: rewriteToFunction },
  });

  return {
    async handle(req, res) {
      if (host !== undefined && redirectTo(host, req, res)) return;
      await built;
      if (!isServable(req)) return notFound(req, res);
      ifNoneMatch.set(req, takeConditions(req));
      allowLocalServices(req, res);
      serve(req, res, () => notFound(req, res));
    },
    close() {},
  };
}

/** Headers of firebase.json take the place of a function's own. */
function callFunction(called: SiteFunction): Middleware {
  return (req, res) => {
    called({ url: req.url ?? '/', acceptEncoding: req.headers['accept-encoding'] })
      .then(({ status, headers, body }) => {
        for (const [name, value] of Object.entries(headers))
          if (!res.hasHeader(name)) res.setHeader(name, value);
        res.statusCode = status;
        res.end(req.method === 'HEAD' ? undefined : body);
      })
      .catch((error: Error) => res.destroy(error));
  };
}

/**
 * Sends a browser from another name of this machine, such as 127.0.0.1 or [::1], to the one host. There its policy would
 * refuse all pictures, and none can name an IPv6 address.
 */
function redirectTo(host: string, { headers, url = '/' }: IncomingMessage, res: ServerResponse) {
  const called = headers.host ?? '';
  const isPage = headers['sec-fetch-mode'] === 'navigate' && URL.canParse(`http://${called}`);
  if (!isPage || !url.startsWith('/') || new URL(`http://${called}`).hostname === host)
    return false;
  const port = /:\d+$/.exec(called)?.[0] ?? '';
  res
    .writeHead(307, { Location: `http://${host}${port}${url}`, 'Cache-Control': 'no-store' })
    .end();
  return true;
}

/** A name that is too long for the disk is the name of a missing file. */
function missingIfTooLong(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENAMETOOLONG') return null;
  throw error;
}

/**
 * Removes the conditional headers and returns `If-None-Match`. superstatic must not see them: it compares some with
 * its own tags and ignores others.
 */
function takeConditions({ headers }: IncomingMessage): string | undefined {
  const { 'if-none-match': ifNoneMatch } = headers;
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  return ifNoneMatch;
}

// The files that `ignore` in firebase.json excludes from a deployment. firebase.json itself is checked below.
const isIgnored = (segment: string) => segment.startsWith('.') || segment === 'node_modules';

/**
 * Whether this path may be served. `/__/*` is reserved for Firebase, ignored files are not deployed, and a path with
 * broken percent-encoding is invalid.
 */
function isServable(req: IncomingMessage): boolean {
  try {
    const path = decodeURIComponent(requestUrl(req).pathname).replace(/[/\\]+/g, '/');
    if (path.startsWith('/__/') || path === '/firebase.json') return false;
    return !path.split('/').some(isIgnored);
  } catch {
    return false;
  }
}

function notFound(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) return;
  res.writeHead(404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Content-Length': NOT_FOUND_PAGE.length,
  });
  res.end(req.method === 'HEAD' ? undefined : NOT_FOUND_PAGE);
}

const DIRECTIVES = ['connect-src', 'img-src', 'frame-src'];

/**
 * Adds the local services to the Content-Security-Policy of the answer, because firebase.json names only Google's
 * hosts. They are on any port of the host that serves the page.
 */
function allowLocalServices(req: IncomingMessage, res: ServerResponse): void {
  const host = /^[\w.-]+/.exec(req.headers.host ?? '')?.[0];
  if (!host) return;
  const setHeader = res.setHeader.bind(res);
  res.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'content-security-policy'
        ? withSource(String(value), `http://${host}:*`)
        : value,
    );
}

function withSource(policy: string, source: string): string {
  return policy
    .split(';')
    .map((part) => part.trim())
    .map((directive) =>
      DIRECTIVES.includes(directive.split(' ', 1)[0]!) ? `${directive} ${source}` : directive,
    )
    .join('; ');
}
