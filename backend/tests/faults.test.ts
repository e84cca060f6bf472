import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaults, type FaultInjector } from '../faults/index';
import type { FaultAction } from '../faults/types';
import { createRequestLog, type RequestRecorder } from '../faults/requestLog';
import { listen, type Listening } from '../listening';

let faults: FaultInjector;
let requests: RequestRecorder;
let listening: Listening;
let origin: string;
/** Bodies that the handler behind the faults has seen so far, as it saw them. */
let seen: { bytes: number; isWhole: boolean }[];

beforeEach(async () => {
  faults = createFaults();
  requests = createRequestLog();
  seen = [];
  const handle = faults.wrap('storage', work);
  const handler: typeof handle = (req, res) => {
    requests.record('storage', req, res);
    return handle(req, res);
  };
  listening = await listen({ service: 'storage', host: '127.0.0.1', port: 0, handler });
  origin = `http://127.0.0.1:${listening.port}`;
});
afterEach(() => listening.down());

/** Counts the body as it comes, then answers ten bytes. */
function work(req: IncomingMessage, res: ServerResponse): void {
  const body = { bytes: 0, isWhole: false };
  seen.push(body);
  req.on('data', (part: Buffer) => (body.bytes += part.length));
  req.on('error', () => {});
  req.on('end', () => {
    body.isWhole = true;
    res.setHeader('X-Worked', 'yes');
    res.writeHead(201, { 'Content-Type': 'text/plain' });
    res.write('01234');
    res.end('56789');
  });
}

const post = (path = '/', body = 'x', headers: Record<string, string> = {}) =>
  fetch(origin + path, { method: 'POST', body, headers });

describe('a fault', () => {
  it('resets the connection, before the work or after it', async () => {
    for (const when of ['before', 'after'] as const) {
      faults.add({ do: { kind: 'reset' }, count: 1, when });
      await expect(post()).rejects.toThrow('fetch failed');
      expect(seen).toEqual(when === 'before' ? [] : [{ bytes: 1, isWhole: true }]);
    }
    expect((await post()).status).toBe(201);
  });

  it('says nothing at all', async () => {
    faults.add({ do: { kind: 'silence' } });
    const controller = new AbortController();
    const answer = fetch(origin, { signal: controller.signal });
    await requests.waitFor((request) => request.state === 'open');
    controller.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(seen).toEqual([]);
  });

  it.each([0, 5, 7, 10])('breaks the answer off after %i bytes', async (bytes) => {
    faults.add({ do: { kind: 'truncate', bytes } });
    let text = '';
    const write = (part: string) => void (text += part);
    const read = async () => {
      const { body } = await post();
      await body!.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }));
    };
    await expect(read()).rejects.toThrow();
    expect(text).toBe('0123456789'.slice(0, bytes));
  });

  it.each(['before', 'after'] as const)('answers an error %s the work', async (when) => {
    faults.add({ do: { kind: 'status', status: 503, retryAfter: 7 }, when });
    const response = await post('/', 'x', { Origin: 'http://site' });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://site');
    expect(response.headers.get('X-Worked')).toBeNull();
    expect(await response.json()).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
    expect(seen).toEqual(when === 'after' ? [{ bytes: 1, isWhole: true }] : []);
  });

  it.each<[FaultAction, number, string | null, RegExp]>([
    [{ kind: 'captive' }, 200, 'text/html', /<h1>/],
    [{ kind: 'status', status: 502, body: 'html' }, 502, 'text/html', /<h1>/],
    [{ kind: 'status', status: 412, body: 'empty', uploadStatus: 'final' }, 412, null, /^$/],
    [
      { kind: 'status', status: 403, reason: 'API_KEY_HTTP_REFERRER_BLOCKED' },
      403,
      'application/json',
      /"details":\[\{"@type":"type.googleapis.com\/google.rpc.ErrorInfo",.*"reason":"API_KEY_HTTP/,
    ],
  ])('answers %j', async (action, status, type, body) => {
    faults.add({ do: action });
    const response = await post('/', 'x', { Origin: 'http://site' });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type]);
    expect(await response.text()).toMatch(body);
    const uploadStatus = action.kind === 'status' ? (action.uploadStatus ?? null) : null;
    expect(response.headers.get('X-Goog-Upload-Status')).toBe(uploadStatus);
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Goog-Upload-Status');
  });

  it('delays the answer and changes nothing', async () => {
    faults.add({ do: { kind: 'latency', ms: 40 } });
    const startedAt = performance.now();
    const response = await post();
    expect(await response.text()).toBe('0123456789');
    expect(response.status).toBe(201);
    expect(performance.now() - startedAt).toBeGreaterThan(35);
  });

  it.each([
    ['does the work', undefined, 201],
    ['does what it was told', { kind: 'status', status: 403 }, 403],
  ] as const)('holds a request until it is let go, and then %s', async (_, next, status) => {
    let letGo!: (action: typeof next) => void;
    const until = new Promise<typeof next>((resolve) => (letGo = resolve));
    const fault = faults.add({ do: { kind: 'hold', until }, count: 1 });
    const answer = post();
    await requests.waitFor(({ state }) => state === 'open');
    expect(fault.hits).toBe(1);
    expect(seen).toEqual([]);
    expect((await post('/other')).status).toBe(201);
    letGo(next);
    expect((await answer).status).toBe(status);
    expect(seen).toHaveLength(next ? 1 : 2);
  });

  it.each([0, 1, 65_536, 100_000])('cuts after exactly %i bytes of the body', async (bytes) => {
    faults.add({ do: { kind: 'cut', afterBytes: bytes } });
    await expect(post('/', 'x'.repeat(300_000))).rejects.toThrow('fetch failed');
    const request = await requests.waitFor(({ state }) => state === 'broken');
    expect(request.body.received).toBe(bytes);
    expect(seen).toEqual([{ bytes, isWhole: false }]);
  });
});

describe('which requests a fault meets', () => {
  const down = { kind: 'status', status: 500 } as const;

  it('is said by service, method, address and header, preflights only by their method', async () => {
    faults.add({ service: 'firestore', do: down });
    faults.add({ method: 'PUT', do: down });
    faults.add({ url: /\/other/, do: down });
    faults.add({ header: { name: 'X-Goog-Upload-Command', value: /finalize/ }, do: down });
    const statusOf = async (path = '/', init: RequestInit = {}) =>
      (await fetch(origin + path, { method: 'POST', ...init })).status;
    const headers = { 'X-Goog-Upload-Command': 'upload, finalize' };
    expect([await statusOf(), await statusOf('/other?x')]).toEqual([201, 500]);
    expect([await statusOf('/', { headers }), await statusOf('/', { method: 'PUT' })]).toEqual([
      500, 500,
    ]);
    expect(await statusOf('/other', { method: 'OPTIONS' })).toBe(201);
    faults.add({ method: 'OPTIONS', do: down });
    expect(await statusOf('/', { method: 'OPTIONS' })).toBe(500);
  });

  it('counts: skips the first, strikes so often, can be removed and cleared', async () => {
    const statuses = async (count: number) => {
      const found: number[] = [];
      for (let index = 0; index < count; index += 1) found.push((await post()).status);
      return found;
    };
    const fault = faults.add({ do: down, after: 1, count: 2 });
    expect(await statuses(4)).toEqual([201, 500, 500, 201]);
    expect(fault.hits).toBe(2);
    const always = faults.add({ do: down });
    expect(await statuses(1)).toEqual([500]);
    always.remove();
    expect(await statuses(1)).toEqual([201]);
    faults.add({ do: down });
    faults.clear();
    expect(await statuses(1)).toEqual([201]);
  });
});

describe('the request log', () => {
  it('says what was asked, what arrived and what was answered', async () => {
    await post('/v0/x?y=1', 'x'.repeat(1000), { 'X-Goog-Upload-Offset': '256' });
    expect(await requests.waitFor(({ state }) => state === 'done')).toMatchObject({
      service: 'storage',
      method: 'POST',
      url: '/v0/x?y=1',
      status: 201,
      headers: { 'x-goog-upload-offset': '256' },
      body: { received: 1000, length: 1000, offset: 256 },
    });
  });

  it('waits for what is still to come, and says what it saw when it gives up', async () => {
    const coming = requests.waitFor(({ url }) => url === '/second');
    await post('/first');
    await post('/second');
    expect((await coming).url).toBe('/second');
    await expect(requests.waitFor(() => false, 10)).rejects.toThrow(/\/first 201\n.*\/second 201/);
  });
});
