/** The benchmarks judge nothing. What all their figures go through is right: the median, and the slow line. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../tools/start/freePort';
import { startSlowLine } from './slowLine';
import { median } from './slowPhone';

const HOST = '127.0.0.1';

afterEach(() => void vi.useRealTimers());

it.each([
  [[7], 7],
  [[300, 1000, 20], 300],
  [[9, 1, 8, 2, 100], 8],
])('the median of %j is %j', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

it('the slow line takes its round trips and its rate: a visit over it is not too quick', async () => {
  const arrived = { bytes: 0 };
  const server = createServer((socket) => {
    socket.on('data', ({ length }) => (arrived.bytes += length));
  }).listen(0, HOST);
  await once(server, 'listening');
  const inner = (server.address() as AddressInfo).port;
  const outer = await freePort(HOST);
  // Its clock only moves when told; the sockets are real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const end = await startSlowLine(HOST, [{ outer, inner }], {
    roundTrip: 150,
    upstream: 750_000,
  });
  const client = connect(outer, HOST);
  client.write(Buffer.alloc(37_500));
  let milliseconds = 0;
  for (; arrived.bytes < 37_500; milliseconds += 2) {
    await vi.advanceTimersByTimeAsync(2);
    await new Promise(setImmediate);
  }
  // 150 for the connection, 75 for the way and 400 for the bytes, but for two packets, which may go ahead.
  expect(milliseconds).toBeGreaterThanOrEqual(150 + 75 + 400 - 32);
  client.destroy();
  await end();
  server.close();
});
