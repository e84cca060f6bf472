import type { IncomingMessage, ServerResponse } from 'node:http';
import { header } from '../http';
import { etag } from './metadata';
import type { ObjectStore, StoredObject } from './objects';

/** Answers `?alt=media`: all the bytes; `Range` is not looked at, as RFC 9110 allows. */
export function sendObject(
  req: IncomingMessage,
  res: ServerResponse,
  objects: ObjectStore,
  object: StoredObject,
): void {
  const tag = `"${etag(object)}"`;
  res.setHeader('ETag', tag);
  res.setHeader('Last-Modified', new Date(object.updated).toUTCString());
  res.setHeader('Cache-Control', onWire(object.cacheControl ?? 'private, max-age=0'));
  if (header(req, 'if-none-match')?.split(/,\s*/).includes(tag)) {
    res.writeHead(304).end();
    return;
  }
  res.writeHead(200, {
    'Content-Type': onWire(object.contentType ?? 'application/octet-stream'),
    'Content-Length': object.size,
    'Content-Disposition': onWire(object.contentDisposition ?? 'inline'),
    ...(object.contentEncoding !== null && { 'Content-Encoding': onWire(object.contentEncoding) }),
  });
  res.end(req.method === 'HEAD' ? undefined : objects.bytes(object));
}

/** Node refuses other letters in a header: they go in percent code; half a pair becomes U+FFFD. */
const onWire = (text: string) =>
  Buffer.from(text)
    .toString()
    .replace(/[^\x20-\x7e]+/g, encodeURIComponent);
