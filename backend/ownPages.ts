import type { IncomingMessage } from 'node:http';

/** This machine by any of its own names. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Why a request does not come from a page of this machine; undefined where it does. `Host` fails where
 * another name was made to point here (DNS rebinding), `Origin` where a foreign page calls: it could
 * say `Bearer owner`. Whoever sends no `Origin` is no page that calls across origins. `host` is the
 * address that is served on purpose, such as that of this machine in its own network.
 */
export function foreignness({ headers }: IncomingMessage, host: string): string | undefined {
  const isOwn = (url: string) => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname } = new URL(url);
    return /^https?:$/.test(protocol) && (LOCAL.test(hostname) || hostname === host);
  };
  if (!isOwn(`http://${headers.host ?? ''}`)) return `the Host "${headers.host ?? ''}"`;
  const { origin } = headers;
  return origin === undefined || isOwn(origin) ? undefined : `a page of ${origin}`;
}
