import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

/** A service of the local backend. It answers requests until it is closed. */
export interface ServiceHandler {
  handle: RequestHandler;
  close(): void | Promise<void>;
}

/** The request's path and query as a URL. The host is a placeholder, because routing does not use it. */
export function requestUrl(req: IncomingMessage): URL {
  const target = req.url ?? '/';
  return new URL(`http://local${target.startsWith('/') ? target : '/'}`);
}

/** The value of a request header; the first one if it was sent several times. */
export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Reads a whole body. Rejects with `BodyTooLarge` if it has more than `limit` bytes, and with `ClientGone` if the
 * connection breaks.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  await eachPart(req, (part) => {
    size += part.length;
    if (size > limit) throw new BodyTooLarge(limit);
    parts.push(part);
  });
  return Buffer.concat(parts);
}

/**
 * Passes each part of a body to `take` as it arrives. Rejects with `ClientGone` if the connection breaks, and with any
 * error that `take` throws.
 */
export function eachPart(req: IncomingMessage, take: (part: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    req.on('data', (part: Buffer) => {
      try {
        take(part);
      } catch (error) {
        reject(error as Error);
      }
    });
    req.on('end', resolve);
    req.on('error', () => reject(new ClientGone()));
    req.on('close', () => reject(new ClientGone()));
  });
}

/**
 * Lets pages of any origin read the answer, and allows every header that a preflight asks for. Answers a preflight:
 * then it returns true.
 */
export function allowPages(
  req: IncomingMessage,
  res: ServerResponse,
  methods: string,
  more: Record<string, string> = {},
): boolean {
  const { origin = '*', 'access-control-request-headers': requested } = req.headers;
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Allow-Origin', origin);
  for (const [name, value] of Object.entries(more)) res.setHeader(name, value);
  if (req.method !== 'OPTIONS') return false;
  res.setHeader('Access-Control-Allow-Methods', methods);
  res.setHeader('Access-Control-Allow-Headers', requested ?? 'Content-Type');
  res.setHeader('Access-Control-Max-Age', '3600');
  res.writeHead(204).end();
  return true;
}

/** Parses a JSON object. Returns null for any other text. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
  }
}

/** The connection broke during the request, so there is no client left to answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.');
  }
}

/** The format of a JSON answer. The default is indented and uncompressed, as in Google's services. */
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
