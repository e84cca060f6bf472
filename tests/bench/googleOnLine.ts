/**
 * Google's services at the machine's end of the line, under their own names: TLS and HTTP/2 as theirs, the answers
 * those of the embedded backend. So a page that is built for deployment needs no local address.
 *
 * What the embedded backend has not is the code that Auth loads for its popup, on phones at every start (firebase 12,
 * `_shouldInitProactively`): two scripts of apis.google.com, and a frame of the sign-in's host. Their stand-ins have
 * the size of Google's and do nothing but answer.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { Ports } from '../../backend/listening';
import type { Key } from './http2Site';

export const AUTH_DOMAIN = 'demo-cabinets.firebaseapp.com';
export const STORAGE = 'https://firebasestorage.googleapis.com';

/**
 * Compressed bytes. The script of the frame has 263 kB, of which compression saves 69 % (firebase-js-sdk, issue 6169); the other
 * two were never measured here and are assumed.
 */
const SIZES = { 'api.js': 6_000, 'iframes.js': 37_000, 'iframe.js': 82_000 };

/** A request that has come over the line. Times are those of this machine's clock, in ms. */
export interface Arrived {
  host: string;
  method: string;
  path: string;
  at: number;
  /** When the last part of the answer was handed to the line; undefined while there is none. */
  answered?: number;
  /** Of the answer's body, as it is on the line. */
  bytes: number;
}

export interface GoogleServer {
  arrived: Arrived[];
  stop(): void;
}

/** `own` is an origin that the backend takes for its own page's. */
export async function serveGoogle(
  address: { host: string; port: number },
  { key, cert }: Key,
  backend: { ports: Ports; own: string },
): Promise<GoogleServer> {
  const arrived: Arrived[] = [];
  const server = createSecureServer({ key, cert }, (request, response) => {
    const { method, url: path } = request;
    const host = request.authority.replace(/:\d+$/, '');
    const entry: Arrived = { host, method, path, at: Date.now(), bytes: 0 };
    arrived.push(entry);
    const note = (bytes: number) => {
      entry.answered = Date.now();
      entry.bytes += bytes;
    };
    const script = scriptAt(host, path);
    if (script) {
      response.writeHead(script.status, script.headers).end(script.body);
      note(script.body.length);
    } else passOn(request, response, { host, ...backend, note });
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => void sessions.add(session));
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return {
    arrived,
    stop() {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
}

/** Of each host: the service that answers, and what its local addresses begin with. */
const SERVICES: Record<string, [service: 'firestore' | 'auth' | 'storage', prefix: string]> = {
  'firestore.googleapis.com': ['firestore', ''],
  'firebasestorage.googleapis.com': ['storage', ''],
  'identitytoolkit.googleapis.com': ['auth', '/identitytoolkit.googleapis.com'],
  'securetoken.googleapis.com': ['auth', '/securetoken.googleapis.com'],
};

/** The names that lead to this server. The browser itself knows others, which lead nowhere. */
export const GOOGLE_HOSTS = [...Object.keys(SERVICES), 'apis.google.com', AUTH_DOMAIN];

interface Passing {
  host: string;
  ports: Ports;
  own: string;
  /** Called with the bytes of each part of the answer. */
  note(bytes: number): void;
}

/** Headers of one connection (RFC 9110, 7.6.1), which HTTP/2 forbids. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function passOn(request: Http2ServerRequest, response: Http2ServerResponse, passing: Passing) {
  const { host, ports, own, note } = passing;
  const [service, prefix] = SERVICES[host]!;
  const origin = request.headers['origin'];
  const headers = Object.entries(request.headers).filter(
    ([name]) => !name.startsWith(':') && !/^(?:host|referer|sec-fetch-)/.test(name),
  );
  const asked = ask(
    {
      host: '127.0.0.1',
      port: ports[service],
      method: request.method,
      path: prefix + request.url,
      // It answers pages of this machine only.
      headers: { ...Object.fromEntries(headers), ...(origin && { origin: own }) },
    },
    (answer: IncomingMessage) => {
      const given: OutgoingHttpHeaders = {};
      for (const [name, value] of Object.entries(answer.headers))
        if (!OF_CONNECTION.has(name)) given[name] = value === own ? origin : value;
      response.writeHead(answer.statusCode!, given);
      note(0);
      answer.on('data', (part: Buffer) => note(part.length));
      answer.pipe(response);
    },
  );
  // The page has gone, or the backend has stopped.
  asked.on('error', () => response.stream?.close());
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}

/** A comment that no compression makes smaller, so that a script is as large on the line as Google's. */
const padding = (bytes: number) => `/*${randomBytes((bytes * 3) / 4).toString('base64url')}*/`;

const CODE: Record<keyof typeof SIZES, string> = {
  // As src/signIn/localGapi.ts, but the frame is a real one, and open when its script has run.
  'api.js': `gapi = { load(name, { callback }) {
    const script = document.createElement('script');
    script.src = 'https://apis.google.com/js/iframes.js';
    script.onload = callback;
    document.head.append(script);
  } };
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();`,
  'iframes.js': `gapi.iframes = {
    Iframe: {}, CROSS_ORIGIN_IFRAMES_FILTER: {},
    getContext: () => ({ open({ where, url }, onOpen) {
      const frame = document.createElement('iframe');
      const isReady = new Promise((resolve) => addEventListener('message', (event) => {
        if (event.source === frame.contentWindow) resolve();
      }));
      frame.src = url;
      frame.hidden = true;
      where.append(frame);
      return onOpen({
        restyle: async () => {}, register() {}, send() {},
        ping: (onAnswer) => isReady.then(() => onAnswer([])),
      });
    } }),
  };`,
  'iframe.js': `parent.postMessage('ready', '*');`,
};

const HOUR = 'private, max-age=3600';

function scriptAt(host: string, path: string) {
  if (host !== AUTH_DOMAIN && host !== 'apis.google.com') return undefined;
  const name = new URL(path, `https://${host}`).pathname.split('/').at(-1)!;
  if (name === 'iframe') {
    const headers = { 'content-type': 'text/html', 'cache-control': HOUR };
    return { status: 200, headers, body: '<!doctype html><script src="iframe.js"></script>' };
  }
  if (!(name in CODE)) return { status: 404, headers: {}, body: '' };
  const known = name as keyof typeof SIZES;
  const headers = { 'content-type': 'text/javascript', 'cache-control': HOUR };
  return { status: 200, headers, body: CODE[known] + padding(SIZES[known]) };
}
