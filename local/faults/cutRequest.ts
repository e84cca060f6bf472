import type { IncomingMessage } from 'node:http';

/**
 * Resets the connection when `limit` bytes of the body have reached the handler; none after them
 * does. Works on the stream's `push`, which Node's HTTP parser calls for every part that arrives,
 * so nothing is buffered and the handler reads `req` as usual.
 */
export function cutRequest(req: IncomingMessage, limit: number): void {
  const push = req.push.bind(req);
  let left = limit;
  let isCut = false;
  const cut = () => {
    isCut = true;
    // One turn later: the handler has seen what was pushed before the connection breaks.
    setImmediate(() => req.socket.resetAndDestroy());
  };
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (isCut) return true;
    if (chunk === null || chunk.length < left) {
      left -= chunk?.length ?? 0;
      return push(chunk, encoding);
    }
    const goesOn = push(chunk.subarray(0, left));
    cut();
    return goesOn;
  };
  if (limit === 0) cut();
}
