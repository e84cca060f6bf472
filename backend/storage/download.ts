import type { IncomingMessage, ServerResponse } from 'node:http';
import { header } from '../httpHelpers';
import { etag } from './metadata';
import type { ObjectStore, StoredObject } from './objectStore';

/** Answers `?alt=media` with all the bytes. Ignores `Range`, as RFC 9110 allows. */
export function sendObject(
  req: IncomingMessage,
  res: ServerResponse,
  objects: ObjectStore,
  object: StoredObject,
): void {
  const tag = `"${etag(object)}"`;
  res.setHeader('ETag', tag);
  res.setHeader('Last-Modified', new Date(object.updated).toUTCString());
  res.setHeader('Cache-Control', headerValue(object.cacheControl ?? 'private, max-age=0'));
  if (header(req, 'if-none-match')?.split(/,\s*/).includes(tag)) {
    res.writeHead(304).end();
    return;
  }
  res.writeHead(200, {
    'Content-Type': headerValue(object.contentType ?? 'application/octet-stream'),
    'Content-Length': object.size,
    'Content-Disposition': headerValue(object.contentDisposition ?? 'inline'),
    ...(object.contentEncoding !== null && {
      'Content-Encoding': headerValue(object.contentEncoding),
    }),
  });
  res.end(req.method === 'HEAD' ? undefined : objects.bytes(object));
}

/**
 * Percent-encodes everything but printable ASCII, because Node refuses other characters in a header. A lone
 * surrogate becomes U+FFFD.
 */
const headerValue = (text: string) =>
  Buffer.from(text)
    .toString()
    .replace(/[^\x20-\x7e]+/g, encodeURIComponent);
