import type { IncomingMessage } from 'node:http';

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Describes the caller if the request does not come from a page of this machine; otherwise undefined. A foreign
 * `Host` means that another name was made to point to this machine (DNS rebinding). A foreign `Origin` means that a
 * page of another site is calling, which could send `Bearer owner`. A request without `Origin` is not a
 * cross-origin call of a script, but a foreign page may have caused it, by a picture or a script of ours: browsers say
 * so in `Sec-Fetch-Site`. Only a link leads here from another site. `host` is the address that the backend serves on purpose, such as this machine's
 * address in the local network.
 */
export function describeForeignCaller(
  { headers }: IncomingMessage,
  host: string,
): string | undefined {
  const isOwn = (url: string) => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname } = new URL(url);
    return /^https?:$/.test(protocol) && (LOCAL.test(hostname) || hostname === host);
  };
  if (!isOwn(`http://${headers.host ?? ''}`)) return `the Host "${headers.host ?? ''}"`;
  const { origin } = headers;
  if (origin !== undefined) return isOwn(origin) ? undefined : `a page of ${origin}`;
  // Pages of other ports of this machine are `same-site`.
  const isForeign = headers['sec-fetch-site'] === 'cross-site';
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  return isForeign && !isNavigation ? 'a page of another site' : undefined;
}
