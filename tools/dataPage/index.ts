/** The data page at the root of the Firestore port: it lists the stored data and follows every change. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contents } from '../../backend/backend';
import { requestUrl, type ServiceHandler } from '../../backend/httpHelpers';
import type { StoredObject } from '../../backend/storage/index';
import { asBrowsersShow, createMailbox, pathOfMail } from './mailbox';
import { readModel } from './model';
import { renderPage } from './renderPage';

/** Milliseconds. All changes within this time are reported to the page once. */
const QUIET_MS = 150;

/**
 * Answers `/` and `/data/*`, and passes everything else on to the handler behind it. `siteAddress`: where the site will
 * be, also in development, for the links of mails.
 */
export function createDataPage(
  { firestore, objects, origin }: Contents,
  behind: ServiceHandler,
  siteAddress: string,
): ServiceHandler {
  const streams = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      for (const stream of streams) stream.write('event: change\ndata: {}\n\n');
    }, QUIET_MS);
  };
  const mailbox = createMailbox(firestore, objects, siteAddress);
  const unsubscribe = [firestore.subscribe(changed), objects.onChange(changed), mailbox.close];

  const objectAddress = (object: StoredObject) =>
    `${origin('storage')}/v0/b/${object.bucket}/o/${encodeURIComponent(object.name)}` +
    `?alt=media&token=${object.tokens[0]}`;

  const page = () => {
    const site = origin('hosting');
    return renderPage(readModel(firestore, objects), mailbox, {
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

  const answers: Record<string, (res: ServerResponse) => void> = {
    '/': (res) => send(res, 'text/html', page()),
    '/data/page.css': (res) => send(res, 'text/css', asset('page.css')),
    '/data/follow.js': (res) => send(res, 'text/javascript', asset('follow.js')),
    '/data/events': events,
  };

  const answer = (req: IncomingMessage, res: ServerResponse): boolean => {
    const { pathname } = requestUrl(req);
    if (req.method !== 'GET') return false;
    const found = Object.hasOwn(answers, pathname);
    if (found) answers[pathname]!(res);
    const mail = mailbox.messages.find((message) => pathOfMail(message) === pathname);
    if (mail) send(res, 'text/html', asBrowsersShow(mail), MAIL_POLICY);
    return found || mail !== undefined;
  };

  return {
    handle: (req, res) => (answer(req, res) ? undefined : behind.handle(req, res)),
    async close() {
      clearTimeout(timer);
      for (const end of unsubscribe) end();
      for (const stream of streams) stream.end();
      await behind.close();
    },
  };
}

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

// Pictures may come from any address, because a request's files may name any.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:";
/** A mail loads nothing. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation";

function send(res: ServerResponse, type: string, body: string, policy = POLICY): void {
  res.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': policy,
  });
  res.end(body);
}
