/** Small helpers over Node's HTTP that every local service shares. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

/** A service of the local backend: answers requests until closed. */
export interface ServiceHandler {
  handle: RequestHandler;
  close(): void | Promise<void>;
}

/** The request's path and query as a URL; the host does not matter to routing. */
export function requestUrl(req: IncomingMessage): URL {
  const target = req.url ?? '/';
  return new URL(`http://local${target.startsWith('/') ? target : '/'}`);
}

/** The single value of a request header. */
export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads a whole body. Rejects with `BodyTooLarge` over `limit` bytes, with `ClientGone`. */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    req.on('data', (part: Buffer) => {
      size += part.length;
      if (size > limit) reject(new BodyTooLarge(limit));
      else parts.push(part);
    });
    req.on('end', () => resolve(Buffer.concat(parts)));
    req.on('error', () => reject(new ClientGone()));
    req.on('close', () => reject(new ClientGone()));
  });
}

export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
  }
}

/** The connection broke within the request: there is nobody left to answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.');
  }
}

/** How a JSON answer is written; like Google's services, indented and plain unless asked otherwise. */
export interface JsonForm {
  compact?: boolean;
  gzip?: boolean;
}

export function sendJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  { compact = false, gzip = false }: JsonForm = {},
): void {
  const text = compact ? JSON.stringify(value) : `${JSON.stringify(value, null, 2)}\n`;
  const body = gzip ? gzipSync(text) : Buffer.from(text);
  if (gzip) res.appendHeader('Vary', 'Accept-Encoding');
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': body.length,
    'Cache-Control': res.getHeader('Cache-Control') ?? 'no-cache, no-store, max-age=0',
    ...(gzip && { 'Content-Encoding': 'gzip' }),
  });
  res.end(body);
}
