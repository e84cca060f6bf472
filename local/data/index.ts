/** The page at the Firestore port's root that lists what is stored, following every change. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from '../faults/index';
import type { FirestoreStore } from '../firestore/store';
import { requestUrl, type ServiceHandler } from '../http';
import type { ObjectStore, StoredObject } from '../storage/index';
import { readModel } from './model';
import { renderPage } from './page';

export interface DataPageOptions {
  firestore: FirestoreStore;
  objects: ObjectStore;
  /** `http://host:port` of a service. */
  origin: (service: ServiceName) => string;
}

export interface DataPage {
  /** Answers `/` and `/data/*`, leaves everything else to the handler behind it. */
  inFrontOf(handler: ServiceHandler): ServiceHandler;
}

/** Changes within so many milliseconds are told once. */
const QUIET_MS = 150;

export function createDataPage({ firestore, objects, origin }: DataPageOptions): DataPage {
  const streams = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const stream of streams) stream.write('event: change\ndata: {}\n\n');
    }, QUIET_MS);
  };
  const unsubscribe = [firestore.subscribe(changed), objects.onChange(changed)];

  const objectAddress = (object: StoredObject) =>
    `${origin('storage')}/v0/b/${object.bucket}/o/${encodeURIComponent(object.name)}` +
    `?alt=media&token=${object.tokens[0]}`;

  const page = () => {
    const site = origin('hosting');
    return renderPage(readModel(firestore, objects), {
      site: site.endsWith(':0') ? null : site,
      object: objectAddress,
    });
  };

  const events = (res: ServerResponse) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    res.write(': following\n\n');
    streams.add(res);
    res.once('close', () => streams.delete(res));
  };

  const answer = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET') return false;
    switch (requestUrl(req).pathname) {
      case '/':
        send(res, 'text/html; charset=utf-8', page());
        return true;
      case '/data/page.css':
        send(res, 'text/css; charset=utf-8', asset('page.css'));
        return true;
      case '/data/follow.js':
        send(res, 'text/javascript; charset=utf-8', asset('follow.js'));
        return true;
      case '/data/events':
        events(res);
        return true;
      default:
        return false;
    }
  };

  return {
    inFrontOf: (handler) => ({
      handle: (req, res) => (answer(req, res) ? undefined : handler.handle(req, res)),
      async close() {
        clearTimeout(timer);
        for (const end of unsubscribe) end();
        for (const stream of streams) stream.end();
        await handler.close();
      },
    }),
  };
}

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

function send(res: ServerResponse, type: string, body: string): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Pictures come from Storage, or from wherever a request's files point.
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:",
  });
  res.end(body);
}
