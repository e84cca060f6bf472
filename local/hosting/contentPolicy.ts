/**
 * The Content-Security-Policy of firebase.json names Google's hosts only. Here the page talks to the
 * local services instead, on any port of the host that it came from.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const HEADER = 'content-security-policy';
/** What the page fetches from, shows pictures of, or frames. */
const DIRECTIVES = ['connect-src', 'img-src', 'frame-src'];

/** Adds the local services to the policy that a file's answer will carry. */
export function allowLocalServices(req: IncomingMessage, res: ServerResponse): void {
  const host = /^[\w.-]+/.exec(req.headers.host ?? '')?.[0];
  if (!host) return;
  const setHeader = res.setHeader.bind(res);
  res.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === HEADER ? withSource(String(value), `http://${host}:*`) : value,
    );
}

function withSource(policy: string, source: string): string {
  return policy
    .split(/\s*;\s*/)
    .map((directive) =>
      DIRECTIVES.includes(directive.split(' ', 1)[0]!) ? `${directive} ${source}` : directive,
    )
    .join('; ');
}
