/** Ways to come between a handler and what its client sees. Each takes over `write` and `end`. */
import type { ServerResponse } from 'node:http';

/** A chunk of `write` or `end`; the backend's handlers pass no callbacks. */
function toBytes(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

/** Sends the head and so many bytes of the body, then resets the connection. */
export function truncateResponse(res: ServerResponse, limit: number): void {
  const write = res.write.bind(res);
  let left = limit;
  let isCut = false;
  const pass = (chunk: unknown, isEnd: boolean): boolean => {
    const bytes = toBytes(chunk);
    if (isCut) return true;
    if (bytes.length < left && !isEnd) {
      left -= bytes.length;
      return write(bytes);
    }
    isCut = true;
    res.flushHeaders();
    const reset = () => res.socket?.destroy();
    const part = bytes.subarray(0, left);
    if (part.length > 0) write(part, reset);
    else setImmediate(reset);
    return false;
  };
  res.write = (chunk: unknown) => pass(chunk, false);
  res.end = (chunk?: unknown) => {
    pass(chunk, true);
    return res;
  };
}

/** Drops what the handler answers; when it is done, runs `replacement` on an untouched `res`. */
export function replaceResponse(res: ServerResponse, replacement: () => void): void {
  const { writeHead, write, end, flushHeaders } = res;
  res.writeHead = () => res;
  res.flushHeaders = () => {};
  res.write = () => true;
  res.end = () => {
    Object.assign(res, { writeHead, write, end, flushHeaders });
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.statusCode = 200;
    replacement();
    return res;
  };
}
