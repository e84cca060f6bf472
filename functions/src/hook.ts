/** The hook: an https address of the owner's, to which one short text is posted. */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';
import { problemWithHook } from './core/hookPosts.js';

/** Milliseconds for the whole call. */
const TIMEOUT = 10_000;

/** What is no address of the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const closed = new BlockList();
const INNER =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
// Tunnels: behind 2002 stands an address of version 4.
const INNER_6 = '2001::/23 2001:db8::/32 2002::/16';
const addAll = (list: BlockList, nets: string, family: 'ipv4' | 'ipv6') => {
  for (const net of nets.split(' ')) {
    const [start, bits] = net.split('/') as [string, string];
    list.addSubnet(start, Number(bits), family);
  }
};
addAll(closed, INNER, 'ipv4');
addAll(closed, INNER_6, 'ipv6');
const open = new BlockList();
addAll(open, '2000::/3', 'ipv6');

export const isPublic = (address: string): boolean =>
  isIPv4(address)
    ? !closed.check(address)
    : open.check(address, 'ipv6') && !closed.check(address, 'ipv6');

/** Asked by the connection itself, so that a name cannot lead elsewhere between the question and the call. */
const resolvePublic: LookupFunction = (name, options, done) => {
  resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const isRefused = !error && !found.every(({ address }) => isPublic(address));
    const problem = isRefused ? new Error(`${name} leads into a private network.`) : error;
    if (problem || options.all) return done(problem, found ?? []);
    done(null, found[0]!.address, found[0]!.family);
  });
};

/**
 * Posts texts to this address; undefined if the owner has none. Rejects unless the answer is a 2xx within ten
 * seconds: a redirect is not followed.
 */
export function createHook(
  text: string,
  send = request,
): ((text: string) => Promise<void>) | undefined {
  const address = text.trim();
  if (address === '' || address === 'none') return undefined;
  return async (words) => {
    const problem = problemWithHook(address);
    if (problem !== undefined) throw new Error(`ALERT_HOOK is not used: ${problem}.`);
    const body = JSON.stringify({ text: words });
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const signal = AbortSignal.timeout(TIMEOUT);
    const status = await new Promise<number | undefined>((answered, failed) => {
      const call = send(address, {
        method: 'POST',
        headers,
        lookup: resolvePublic,
        signal,
        agent: false,
      });
      call.on('error', failed).on('response', (answer) => {
        // Its words are read by nobody.
        answer.destroy();
        answered(answer.statusCode);
      });
      call.end(body);
    });
    if (status === undefined || status < 200 || status > 299)
      throw new Error(`The hook answered ${status}.`);
  };
}
