import { expect, it, vi } from 'vitest';
import { createTokenSync } from '../../../src/backend/tokenSync';

const URL = 'https://sync.example/token';

it('posts a token as a bearer, once for each change', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  const log = vi.fn();
  const sync = createTokenSync(URL, log, send);
  for (const token of [null, 'a', 'a', 'b', null, 'b']) await sync(token);
  expect(
    send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization')),
  ).toEqual(['Bearer a', 'Bearer b', 'Bearer b']);
  expect(send.mock.calls[0]).toMatchObject([URL, { method: 'POST' }]);
  expect(log).not.toHaveBeenCalled();
});

it('logs a failure without the token, and goes on with the next change', async () => {
  const send = vi.fn<typeof fetch>();
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  send.mockResolvedValueOnce(new Response(null, { status: 500 }));
  send.mockResolvedValueOnce(new Response(null, { status: 200 }));
  const log = vi.fn();
  const sync = createTokenSync(URL, log, send);
  for (const token of ['secret-1', 'secret-2', 'secret-3']) await sync(token);
  expect(send).toHaveBeenCalledTimes(3);
  expect(log).toHaveBeenCalledTimes(2);
  expect(log.mock.calls[1]![0]).toContain('500');
  expect(JSON.stringify(log.mock.calls)).not.toContain('secret');
});
