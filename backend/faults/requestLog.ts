/** What the backend was asked and answered: tests read it, and wait for entries. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from './types';

export interface LoggedRequest {
  service: ServiceName;
  method: string;
  /** Path and query. */
  url: string;
  /** Null until the head of the answer was sent; stays so where the connection broke before. */
  status: number | null;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: {
    /** Bytes of the body that have arrived. */
    received: number;
    /** `X-Goog-Upload-Offset`, null without. */
    offset: number | null;
  };
  /** Bytes of the answer on the wire, with its head; 0 until it ends. */
  sent: number;
  /** `open` until answered (`done`) or cut (`broken`). */
  state: 'open' | 'done' | 'broken';
}

type Predicate = (request: LoggedRequest) => boolean;

export function createRequestLog() {
  const entries: LoggedRequest[] = [];
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of waiting) check();
  };
  return {
    /** Oldest first; entries change while their request runs. */
    entries: entries as readonly LoggedRequest[],
    filter: (predicate: Predicate) => entries.filter(predicate),
    clear: () => void entries.splice(0),
    /**
     * The first entry, past or to come, that meets the predicate; asked again whenever an entry
     * changes. Rejects after `timeoutMs` (10 s).
     */
    waitFor: (predicate: Predicate, timeoutMs = 10_000) =>
      new Promise<LoggedRequest>((resolve, reject) => {
        const check = () => {
          const found = entries.find(predicate);
          if (!found) return;
          settle();
          resolve(found);
        };
        const timer = setTimeout(() => {
          settle();
          reject(new Error(`No such request within ${timeoutMs} ms. Seen:\n${list(entries)}`));
        }, timeoutMs);
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    record(service: ServiceName, req: IncomingMessage, res: ServerResponse) {
      const entry = newEntry(service, req);
      entries.push(entry);
      countBody(req, entry, changed);
      noteAnswer(res, entry, changed);
      changed();
    },
  };
}

function newEntry(service: ServiceName, req: IncomingMessage): LoggedRequest {
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  );
  const offset = headers['x-goog-upload-offset'];
  return {
    service,
    method: req.method ?? '',
    url: req.url ?? '',
    status: null,
    headers,
    body: { received: 0, offset: offset === undefined ? null : Number(offset) },
    sent: 0,
    state: 'open',
  };
}

/** Counts on `push`, which the HTTP parser calls, so that reading the body is left to the handler. */
function countBody(req: IncomingMessage, entry: LoggedRequest, changed: () => void): void {
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const goesOn = push(chunk, encoding);
    if (chunk !== null) {
      entry.body.received += chunk.length;
      changed();
    }
    return goesOn;
  };
}

function noteAnswer(res: ServerResponse, entry: LoggedRequest, changed: () => void): void {
  const { writeHead, socket } = res;
  // One answer at a time goes over a connection.
  const before = socket?.bytesWritten ?? 0;
  // Node calls `writeHead` for implicit heads as well.
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    entry.status = args[0];
    const result = Reflect.apply(writeHead, res, args) as ServerResponse;
    changed();
    return result;
  }) as typeof res.writeHead;
  res.once('finish', () => {
    entry.state = 'done';
    entry.sent = (socket?.bytesWritten ?? 0) - before;
    changed();
  });
  res.once('close', () => {
    if (entry.state === 'open') entry.state = 'broken';
    changed();
  });
}

function list(entries: readonly LoggedRequest[]): string {
  return entries
    .map(
      (entry) => `  ${entry.service} ${entry.method} ${entry.url} ${entry.status ?? entry.state}`,
    )
    .join('\n');
}
