/**
 * Tests of the faults that the site's delivery tests do not cover: the exact answers, and which requests a fault
 * applies to.
 */
import { beforeEach, expect, it } from 'vitest';
import type { FaultAction } from '../faults/types';
import { ROOT, start, type TestBackend } from './server';

let backend: TestBackend;
beforeEach(async () => {
  backend = await start();
});

/** Reads a missing work from Firestore, which answers 404. */
const ask = (path = '/gallery/a', init: RequestInit = {}) =>
  fetch(`${backend.origins.firestore}/v1/${ROOT}${path}`, init);
const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status;
const down = { kind: 'status', status: 500 } as const;

it.each<[FaultAction, number, string, string | null, RegExp]>([
  [{ kind: 'captive' }, 200, 'text/html', null, /<h1>/],
  [{ kind: 'status', status: 429, retryAfter: 7 }, 429, 'application/json', '7', /"RESOURCE_EX/],
  [{ kind: 'status', status: 418 }, 418, 'application/json', null, /"UNKNOWN"/],
])(
  'the fault %j gives its status, headers and body, which pages of other origins may read',
  async (action, status, type, retryAfter, body) => {
    backend.faults.add({ do: action });
    const Origin = 'http://localhost:5000';
    const response = await ask('', { headers: { Origin } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type]);
    expect(await response.text()).toMatch(body);
    expect(response.headers.get('Retry-After')).toBe(retryAfter);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  },
);

it('a latency fault delays the answer and changes nothing else', async () => {
  backend.faults.add({ do: { kind: 'latency', ms: 40 } });
  const startedAt = performance.now();
  expect(await statusOf()).toBe(404);
  expect(performance.now() - startedAt).toBeGreaterThan(35);
});

it.each([
  ['gets the normal answer', undefined, 404],
  ['fails with the given fault', down, 500],
] as const)(
  'a hold fault keeps a request waiting until it is released; then the request %s',
  async (_, next, status) => {
    let letGo!: (action: typeof next) => void;
    const until = new Promise<typeof next>((resolve) => (letGo = resolve));
    const fault = backend.faults.add({ do: { kind: 'hold', until }, count: 1 });
    const answer = statusOf();
    await backend.requests.waitFor(({ state }) => state === 'open');
    expect(fault.hits).toBe(1);
    expect(await statusOf()).toBe(404);
    letGo(next);
    expect(await answer).toBe(status);
  },
);

it('a fault applies to requests that match its service, method, address and header, and to preflights only if its method is OPTIONS', async () => {
  backend.faults.add({ service: 'storage', do: down });
  backend.faults.add({ method: 'PUT', do: down });
  backend.faults.add({ url: /\/other/, do: down });
  backend.faults.add({ header: { name: 'X-Goog-Upload-Command', value: /finalize/ }, do: down });
  expect([await statusOf(), await statusOf('/other/a?x')]).toEqual([404, 500]);
  expect(await statusOf('', { headers: { 'X-Goog-Upload-Command': 'upload, finalize' } })).toBe(
    500,
  );
  expect(await statusOf('', { method: 'PUT' })).toBe(500);
  expect(await statusOf('/other/a', { method: 'OPTIONS' })).not.toBe(500);
  backend.faults.add({ method: 'OPTIONS', do: down });
  expect(await statusOf('', { method: 'OPTIONS' })).toBe(500);
});

it('a fault can skip requests, can be limited to a count, and can be removed; all can be cleared', async () => {
  const fault = backend.faults.add({ do: down, after: 1, count: 2 });
  for (const status of [404, 500, 500, 404]) expect(await statusOf()).toBe(status);
  expect(fault.hits).toBe(2);
  const always = backend.faults.add({ do: down });
  expect(await statusOf()).toBe(500);
  always.remove();
  expect(await statusOf()).toBe(404);
  backend.faults.add({ do: down });
  backend.faults.clear();
  expect(await statusOf()).toBe(404);
});

it('the request log can wait for a future request, and lists all requests when the wait times out', async () => {
  const { waitFor } = backend.requests;
  const coming = waitFor(({ url }) => url.endsWith('/second'));
  await ask('/a/first');
  await ask('/a/second');
  expect((await coming).url).toContain('/second');
  await expect(waitFor(() => false, 10)).rejects.toThrow(/\/first 403\n.*\/second 403/);
});
