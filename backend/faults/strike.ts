import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from '../httpHelpers';
import { replaceResponse, truncateResponse } from './response';
import type { FaultAction, FaultSpec } from './types';

export async function strike(
  spec: FaultSpec,
  req: IncomingMessage,
  res: ServerResponse,
  handler: RequestHandler,
): Promise<void> {
  const { do: action } = spec;
  if (action.kind === 'truncate') {
    truncateResponse(res, action.bytes);
    return handler(req, res);
  }
  if (action.kind === 'cut') {
    cutRequest(req, action.afterBytes);
    return handler(req, res);
  }
  if (action.kind === 'latency') {
    await waitUnlessClosed(action.ms, res);
    return res.destroyed ? undefined : handler(req, res);
  }
  if (action.kind === 'hold') {
    const next = await action.until;
    if (res.destroyed) return;
    return next ? strike({ ...spec, do: next }, req, res, handler) : handler(req, res);
  }
  if (spec.when === 'after') {
    replaceResponse(res, () => answer(action, req, res));
    return handler(req, res);
  }
  // Reads the rest of the body, because a client that is still sending would not see the answer otherwise.
  req.resume();
  answer(action, req, res);
}

type Answer = Extract<FaultAction, { kind: 'reset' | 'silence' | 'status' | 'captive' }>;

function answer(action: Answer, req: IncomingMessage, res: ServerResponse): void {
  switch (action.kind) {
    case 'reset':
      req.socket.resetAndDestroy();
      return;
    case 'silence':
      return;
    case 'captive':
      send(req, res, 200, 'text/html', HTML_PAGE);
      return;
    case 'status':
      if (action.retryAfter !== undefined) res.setHeader('Retry-After', String(action.retryAfter));
      send(req, res, action.status, 'application/json', errorBody(action.status));
  }
}

const HTML_PAGE =
  '<!doctype html><title>Free Wi-Fi</title><h1>Welcome</h1><p>Sign in to use this network.</p>';

/** The names of google.rpc.Code that REST errors use for these HTTP statuses. Others are UNKNOWN. */
const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  412: 'FAILED_PRECONDITION',
  416: 'OUT_OF_RANGE',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function errorBody(code: number): string {
  const status = STATUS_NAMES[code] ?? 'UNKNOWN';
  return JSON.stringify({ error: { code, message: 'A fault of the local backend.', status } });
}

/** Sends an answer that any origin may read. Otherwise the browser's CORS check would hide it from the page. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  const { origin } = req.headers;
  if (origin !== undefined) {
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Allow-Credentials', 'true');
    res.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Goog-Upload-Status');
  }
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  res.end(req.method === 'HEAD' ? undefined : text);
}

/** Waits for `ms` milliseconds, or until the client has gone. */
function waitUnlessClosed(ms: number, res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Passes the first `limit` bytes of the body to the handler, then resets the connection. It replaces the stream's
 * `push`, which Node's HTTP parser calls for every part that arrives. So nothing is buffered, and the handler reads
 * `req` as usual.
 */
function cutRequest(req: IncomingMessage, limit: number): void {
  const push = req.push.bind(req);
  let left = limit;
  let isCut = false;
  const cut = () => {
    isCut = true;
    // One turn later, so that the handler sees the pushed bytes before the connection breaks.
    setImmediate(() => req.socket.resetAndDestroy());
  };
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (isCut) return true;
    if (chunk === null || chunk.length < left) {
      left -= chunk?.length ?? 0;
      return push(chunk, encoding);
    }
    const goesOn = push(chunk.subarray(0, left));
    cut();
    return goesOn;
  };
  if (limit === 0) cut();
}
