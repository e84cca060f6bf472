/** Sends a file of the site as Firebase Hosting does: compressed, or a 304 where it is known. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, SiteFile } from './siteFiles';

/** Smaller ones gain nothing. Bytes. */
const MIN_COMPRESSED = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|xml|[^;]*\+json))/;

function encodingFor(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Whether an `If-None-Match` names this very representation (RFC 9110, 13.1.2). */
function isKnown(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Status and `Content-Type` are set already; the headers of firebase.json follow by themselves. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: SiteFile,
  ifNoneMatch: string | undefined,
): Promise<void> {
  const stored = await file.bytes('identity');
  const isText = COMPRESSIBLE.test(String(res.getHeader('Content-Type')));
  if (isText) res.setHeader('Vary', 'Accept-Encoding');
  const encoding =
    isText && stored.length >= MIN_COMPRESSED
      ? encodingFor(String(req.headers['accept-encoding'] ?? ''))
      : 'identity';
  const etag = file.etag(encoding);
  if (res.statusCode === 200) {
    res.setHeader('ETag', etag);
    if (isKnown(etag, ifNoneMatch)) {
      res.removeHeader('Content-Type');
      res.removeHeader('Content-Length');
      res.writeHead(304).end();
      return;
    }
  } else {
    // The page of an error is no version of what was asked for.
    res.removeHeader('ETag');
    res.removeHeader('Last-Modified');
  }
  const bytes = await file.bytes(encoding);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
