/** Ways to come between a handler and what its client sees. Each takes over `write` and `end`. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

type Callback = (error?: Error | null) => void;
type WriteArguments = [chunk?: unknown, encoding?: unknown, callback?: unknown];

interface Written {
  bytes: Buffer;
  callback: Callback | undefined;
}

/** Normalises the overloads of `write` and `end`. */
function parse([chunk, encoding, callback]: WriteArguments): Written {
  const callbacks = [chunk, encoding, callback].filter((value) => typeof value === 'function');
  const text = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
  const bytes =
    typeof chunk === 'string'
      ? Buffer.from(chunk, text)
      : chunk instanceof Uint8Array
        ? Buffer.from(chunk)
        : Buffer.alloc(0);
  return { bytes, callback: callbacks[0] as Callback | undefined };
}

/** Sends the head and so many bytes of the body, then resets the connection. */
export function truncateResponse(res: ServerResponse, limit: number): void {
  const write = res.write.bind(res);
  let left = limit;
  let isCut = false;
  const pass = (args: WriteArguments, isEnd: boolean): boolean => {
    const { bytes, callback } = parse(args);
    if (isCut) return true;
    if (bytes.length < left && !isEnd) {
      left -= bytes.length;
      return write(bytes, callback ?? (() => {}));
    }
    isCut = true;
    res.flushHeaders();
    const reset = () => res.socket?.destroy();
    const part = bytes.subarray(0, left);
    if (part.length > 0) write(part, reset);
    else setImmediate(reset);
    return false;
  };
  res.write = ((...args: WriteArguments) => pass(args, false)) as typeof res.write;
  res.end = ((...args: WriteArguments) => {
    pass(args, true);
    return res;
  }) as typeof res.end;
}

/** Holds the answer back until the handler is done, then runs `replacement` on an untouched `res`. */
export function replaceResponse(res: ServerResponse, replacement: () => void): void {
  const restore = takeOver(res, () => {
    restore();
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.statusCode = 200;
    replacement();
  });
}

/** Sends the handler's answer so many milliseconds after it was complete. */
export function delayResponse(res: ServerResponse, ms: number): void {
  const restore = takeOver(res, (head, bytes, callback) => {
    const timer = setTimeout(() => {
      restore();
      if (head) res.writeHead(...head);
      res.end(bytes, callback);
    }, ms);
    res.once('close', () => clearTimeout(timer));
  });
}

type Head = [status: number, headers: OutgoingHttpHeaders];

/** Collects the answer instead of sending it; returns what gives `res` its own methods back. */
function takeOver(
  res: ServerResponse,
  onEnd: (head: Head | undefined, bytes: Buffer, callback: Callback) => void,
): () => void {
  const { writeHead, write, end, flushHeaders } = res;
  const parts: Buffer[] = [];
  let head: Head | undefined;
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    const headers = rest.find((value) => typeof value === 'object' && value !== null) ?? {};
    head = [status, headers as Head[1]];
    return res;
  }) as typeof res.writeHead;
  res.flushHeaders = () => {};
  res.write = ((...args: WriteArguments) => {
    const { bytes, callback } = parse(args);
    parts.push(bytes);
    if (callback) setImmediate(() => callback());
    return true;
  }) as typeof res.write;
  res.end = ((...args: WriteArguments) => {
    const { bytes, callback } = parse(args);
    onEnd(head, Buffer.concat([...parts, bytes]), callback ?? (() => {}));
    return res;
  }) as typeof res.end;
  return () => Object.assign(res, { writeHead, write, end, flushHeaders });
}
