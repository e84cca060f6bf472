/**
 * The built site as Firebase Hosting serves it: `superstatic` (Firebase's own server) with the
 * `hosting` block of firebase.json, so that rewrites and headers are the deployed ones. Compression
 * and conditional requests are ours: superstatic compresses anew each time and hardly answers 304.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import createProvider from 'superstatic/lib/providers/fs.js';
// The package's own entry has its function under `default.default` for some loaders.
import superstatic from 'superstatic/lib/superstatic.js';
import { requestUrl, type ServiceHandler } from '../http';
import { sendFile } from './sendFile';
import { createSiteFiles, type FoundFile, type SiteFile } from './siteFiles';

export interface HostingOptions {
  /** The built site. */
  siteDir: string;
  /** Path or URL of firebase.json. */
  configFile: string | URL;
  /** Requests wait for it, where the site is still being built; until then nothing of it is looked at. */
  built?: Promise<void>;
}

interface HostingConfig {
  headers?: { source?: string; headers: { key: string; value: string }[] }[];
}

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
type Provider = (req: IncomingMessage, path: string) => Promise<FoundFile | null>;

/** Answered where the site brings no 404.html of its own. */
const NOT_FOUND_PAGE = readFileSync(new URL('./notFound.html', import.meta.url));

// Its types leave out the provider and that a compression may be a function.
const newProvider = createProvider as unknown as (options: object) => Provider;
const newMiddleware = superstatic as unknown as (options: object) => Middleware;

export function createHosting({ siteDir, configFile, built }: HostingOptions): ServiceHandler {
  const { hosting } = JSON.parse(readFileSync(configFile, 'utf8')) as { hosting: HostingConfig };
  const ofMissing = headersOfMissing(hosting);
  const onDisk = newProvider({ cwd: siteDir, public: '.' });
  const siteFile = createSiteFiles();
  // What superstatic found for a request last is what it answers with.
  const found = new WeakMap<IncomingMessage, SiteFile>();
  const known = new WeakMap<IncomingMessage, string | undefined>();

  const provider: Provider = async (req, path) => {
    const file = await onDisk(req, path).catch(missingIfTooLong);
    if (file) found.set(req, await siteFile(path, file));
    return file;
  };
  /** In the place of superstatic's compression; sends by itself instead of going on. */
  const send: Middleware = (req, res) => {
    sendFile(req, res, found.get(req)!, known.get(req)).catch((error: Error) => res.destroy(error));
  };
  const serve = newMiddleware({
    // The site's folder replaces `public`; relative ones would hang on the working directory.
    config: { ...hosting, public: '.' },
    provider,
    compression: send,
  });

  return {
    async handle(req, res) {
      await built;
      if (!isServable(req)) return notFound(req, res);
      known.set(req, takeConditions(req));
      allowLocalServices(req, res);
      replaceWhereMissing(res, ofMissing);
      serve(req, res, () => notFound(req, res));
    },
    close() {},
  };
}

/**
 * What firebase.json says of the page of an error, by names in small letters: its block `404.html` counts for
 * whatever was asked for (https://firebase.google.com/docs/hosting/full-config#headers). superstatic goes by the
 * address alone, and would let a missing file below /assets be kept for a year. Not tried on Google: whether the
 * block wins over one that matches the address.
 */
function headersOfMissing({ headers = [] }: HostingConfig): ReadonlyMap<string, string> {
  const blocks = headers.filter(({ source }) => /^\/?404\.html$/.test(source ?? ''));
  return new Map(
    blocks.flatMap((block) => block.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  );
}

function replaceWhereMissing(res: ServerResponse, headers: ReadonlyMap<string, string>): void {
  const setHeader = res.setHeader.bind(res);
  res.setHeader = (name, value) =>
    setHeader(name, (res.statusCode === 404 && headers.get(name.toLowerCase())) || value);
}

/** No file has a name that the disk cannot hold. */
function missingIfTooLong(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENAMETOOLONG') return null;
  throw error;
}

/** `If-None-Match`. superstatic must see no condition: it answers some by its own tags, some not at all. */
function takeConditions({ headers }: IncomingMessage): string | undefined {
  const { 'if-none-match': ifNoneMatch } = headers;
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  return ifNoneMatch;
}

// What `ignore` of firebase.json keeps from being deployed, beside firebase.json itself.
const isIgnored = (segment: string) => segment.startsWith('.') || segment === 'node_modules';

/** Firebase keeps `/__/*` to itself; what is ignored is not there; the rest is broken. */
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

/** What the page fetches from, shows pictures of, or frames. */
const DIRECTIVES = ['connect-src', 'img-src', 'frame-src'];

/**
 * Adds the local services, on any port of the host that the page came from, to the policy that a
 * file's answer will carry: firebase.json names Google's hosts only.
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
    .split(/\s*;\s*/)
    .map((directive) =>
      DIRECTIVES.includes(directive.split(' ', 1)[0]!) ? `${directive} ${source}` : directive,
    )
    .join('; ');
}
