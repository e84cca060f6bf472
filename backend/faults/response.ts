/** Functions that change the answer of a handler on its way to the client. Both replace `write` and `end`. */
import type { ServerResponse } from 'node:http';

/** The bytes of a chunk passed to `write` or `end`. The backend's handlers never pass a callback there. */
function toBytes(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

/** Sends the head and the first `limit` bytes of the body, then breaks the connection. */
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

/** Discards the handler's answer. When the handler is done, runs `replacement`, for which `res` is unused again. */
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
