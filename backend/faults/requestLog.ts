import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from './types';

export interface LoggedRequest {
  service: ServiceName;
  method: string;
  /** Path and query. */
  url: string;
  /** The status of the answer. Null until its head was sent, and for good if the connection broke before that. */
  status: number | null;
  /** The headers, by lower-case name. */
  headers: Record<string, string>;
  body: {
    /** The number of bytes of the body that have arrived. */
    received: number;
    /** The header `X-Goog-Upload-Offset`; null if there is none. */
    offset: number | null;
  };
  /** The bytes of the answer on the wire, including its head. 0 until the answer ends. */
  sent: number;
  /** `open` until the answer is complete (`done`) or the connection breaks (`broken`). */
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
    /** The requests, oldest first. An entry changes while its request is running. */
    entries: entries as readonly LoggedRequest[],
    filter: (predicate: Predicate) => entries.filter(predicate),
    clear() {
      entries.length = 0;
    },
    /**
     * Resolves with the first entry, past or future, that meets the predicate. Entries are checked again whenever
     * one of them changes. Rejects after `timeoutMs`, which is a little less than most tests have, so that the
     * reason is told.
     */
    waitFor: (predicate: Predicate, timeoutMs = 100_000) =>
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

/** Counts the bytes in `push`, which Node's HTTP parser calls for each part, so the handler reads the body as usual. */
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
  // A connection carries one answer at a time, so the difference below belongs to this answer.
  const before = socket?.bytesWritten ?? 0;
  // Node also calls `writeHead` when the handler writes a body without calling it.
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
