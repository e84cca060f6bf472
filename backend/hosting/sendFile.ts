/** Sends a file of the site as Firebase Hosting does: compressed, or as a 304 if the client already has it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, SiteFile } from './siteFiles';

/** Bytes. Compressing a smaller file gains nothing. */
const MIN_COMPRESSED = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|xml|[^;]*\+json))/;

function encodingFor(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Whether `If-None-Match` names this ETag, so the client already has the file (RFC 9110, 13.1.2). */
function isKnownToClient(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** superstatic has already set the status and `Content-Type`. It adds the headers of firebase.json itself. */
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
    if (isKnownToClient(etag, ifNoneMatch)) {
      res.removeHeader('Content-Type');
      res.removeHeader('Content-Length');
      res.writeHead(304).end();
      return;
    }
  } else {
    // The error page is not a version of the requested file, so it has no ETag and no date.
    res.removeHeader('ETag');
    res.removeHeader('Last-Modified');
  }
  const bytes = await file.bytes(encoding);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
