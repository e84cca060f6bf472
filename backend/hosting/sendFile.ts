/** Sends a file of the site as Firebase Hosting does: compressed, or a 304 where it is known. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, SiteFile } from './siteFiles';

/** What makes a request conditional (RFC 9110, 13.1). */
export interface Conditions {
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
}

/** Smaller ones gain nothing. Bytes. */
const MIN_COMPRESSED = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|xml|[^;]*\+json))/;

/** The weight that `Accept-Encoding` gives a coding; 0 where it is not taken (RFC 9110, 12.5.3). */
function weightOf(coding: string, accepted: string): number {
  const weights = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, quality === undefined ? 1 : Number(quality) || 0];
    }),
  );
  return weights.get(coding) ?? weights.get('*') ?? 0;
}

function encodingFor(accepted: string): Encoding {
  const [br, gzip] = [weightOf('br', accepted), weightOf('gzip', accepted)];
  if (br === 0 && gzip === 0) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

/** Whether the client has this very representation; a tag decides before a time does. */
function isKnown(etag: string, modified: number, conditions: Conditions): boolean {
  const { ifNoneMatch, ifModifiedSince } = conditions;
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(etag);
  }
  // Headers have whole seconds. An invalid time is NaN, which nothing is older than.
  return Math.floor(modified / 1000) * 1000 <= Date.parse(ifModifiedSince ?? '');
}

/** Status and `Content-Type` are set already; the headers of firebase.json follow by themselves. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: SiteFile,
  conditions: Conditions,
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
    if (isKnown(etag, file.modified, conditions)) {
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
