/**
 * The built site as Firebase Hosting serves it: `superstatic` (Firebase's own server) with the
 * `hosting` block of firebase.json, so that rewrites and headers are the deployed ones.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
// The package's own entry has its function under `default.default` for some loaders.
import superstatic from 'superstatic/lib/superstatic.js';
import { requestUrl, type ServiceHandler } from '../http';
import { NOT_FOUND_PAGE } from './notFoundPage';

export interface HostingOptions {
  /** The built site. */
  siteDir: string;
  /** Path or URL of firebase.json. */
  configFile: string | URL;
}

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export function createHosting({ siteDir, configFile }: HostingOptions): ServiceHandler {
  const { hosting } = JSON.parse(readFileSync(configFile, 'utf8')) as { hosting: object };
  const serve = superstatic({
    // The site's folder replaces `public`; relative ones would hang on the working directory.
    config: { ...hosting, public: '.' },
    cwd: siteDir,
    compression: true,
  }) as unknown as Middleware;

  return {
    handle(req, res) {
      if (!isServable(req)) return notFound(req, res);
      serve(req, res, () => notFound(req, res));
    },
    close() {},
  };
}

/** Firebase keeps `/__/*` to itself; dot files are in firebase.json's `ignore`; the rest is broken. */
function isServable(req: IncomingMessage): boolean {
  try {
    const path = decodeURI(requestUrl(req).pathname);
    return !path.startsWith('/__/') && !path.split('/').some((segment) => segment.startsWith('.'));
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
    'Content-Length': Buffer.byteLength(NOT_FOUND_PAGE),
  });
  res.end(req.method === 'HEAD' ? undefined : NOT_FOUND_PAGE);
}
