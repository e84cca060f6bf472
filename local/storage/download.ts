import type { IncomingMessage, ServerResponse } from 'node:http';
import { header } from '../http';
import { StorageError } from './errors';
import { etag } from './metadata';
import type { ObjectStore, StoredObject } from './objects';

/** Answers `?alt=media`: the bytes, or the part that `Range` asks for (RFC 9110, one range). */
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
  const range = parseRange(header(req, 'range'), object.size);
  const [from, to] = range ?? [0, object.size];
  res.writeHead(range ? 206 : 200, {
    'Content-Type': onWire(object.contentType ?? 'application/octet-stream'),
    'Content-Length': to - from,
    'Content-Disposition': onWire(object.contentDisposition ?? 'inline'),
    ...(object.contentEncoding !== null && { 'Content-Encoding': onWire(object.contentEncoding) }),
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${object.size}` }),
  });
  res.end(req.method === 'HEAD' ? undefined : objects.blobs.read(object.blob, from, to));
}

/** Node refuses other letters in a header: they go in percent code; half a pair becomes U+FFFD. */
const onWire = (text: string) =>
  Buffer.from(text)
    .toString()
    .replace(/[^\x20-\x7e]+/g, encodeURIComponent);

/** First byte and the one after the last; null where the whole object is meant. */
function parseRange(text: string | undefined, size: number): [number, number] | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from < to) return [from, to];
  throw new StorageError(416, 'Requested range not satisfiable', {
    'Content-Range': `bytes */${size}`,
  });
}
