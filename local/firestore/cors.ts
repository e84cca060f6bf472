import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets pages of any origin call, with credentials, as the WebChannel client needs it: it sends
 * `withCredentials` requests and reads `X-HTTP-Session-Id`.
 */
export function allowOrigin(req: IncomingMessage, res: ServerResponse): void {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', 'X-HTTP-Session-Id, Retry-After');
}

/** Answers a preflight: any method, any header that was asked for. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) res.setHeader('Access-Control-Allow-Headers', asked);
  if (headers['access-control-request-private-network'] === 'true') {
    res.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  res.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE, OPTIONS');
  res.setHeader('Access-Control-Max-Age', '3600');
  res.writeHead(204).end();
}
