// Tests the WebChannel protocol (VER=8) with raw HTTP. sdk.test.ts tests it with the SDK.
import { beforeEach, describe, expect, it } from 'vitest';
import { DATABASE, ROOT, start, type TestBackend } from '../server';

let server: TestBackend;
beforeEach(async () => {
  server = await start();
});

const channelUrl = (parameters: Record<string, string>) => {
  const query = new URLSearchParams({ VER: '8', database: DATABASE, ...parameters });
  return `${server.origins.firestore}/google.firestore.v1.Firestore/Listen/channel?${query}`;
};
const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { Origin: 'http://localhost:5000' } });

const encode = (messages: unknown[], offset: number) =>
  [
    `count=${messages.length}&ofs=${offset}`,
    ...messages.map(
      (one, index) => `req${index}___data__=${encodeURIComponent(JSON.stringify(one))}`,
    ),
  ].join('&');

/** Sends a later forward POST of a session. */
const send = (SID: string, messages: unknown[] = [], AID = 0) =>
  post(channelUrl({ SID, RID: '1001', AID: String(AID) }), encode(messages, 1));

/** Opens the back channel of a session. */
async function listen(SID: string, AID = 0) {
  const parameters = { SID, RID: 'rpc', AID: String(AID), CI: '0', TYPE: 'xmlhttp' };
  const response = await fetch(channelUrl(parameters));
  const arrays = arraysOf(response.body!.pipeThrough(new TextDecoderStream()).getReader());
  /** The next message, or undefined when the body has ended. */
  const next = async (): Promise<any> => (await arrays.next()).value?.[1][0];
  /** The messages up to and including the next snapshot boundary. */
  const untilBoundary = async () => {
    const messages: any[] = [];
    for (;;) {
      const message = await next();
      messages.push(message);
      // A boundary is a targetChange without ids.
      if (message.targetChange && !message.targetChange.targetIds) return messages;
    }
  };
  return { response, next, untilBoundary };
}

/** The numbered arrays, `[id, [message]]`, of a streamed body. */
async function* arraysOf(
  reader: ReadableStreamDefaultReader<string>,
): AsyncGenerator<[number, [unknown]], undefined> {
  let buffer = '';
  for (;;) {
    const newline = buffer.indexOf('\n');
    const end = newline + 1 + Number(buffer.slice(0, newline));
    if (newline >= 0 && buffer.length >= end) {
      yield* JSON.parse(buffer.slice(newline + 1, end)) as [number, [unknown]][];
      buffer = buffer.slice(end);
      continue;
    }
    const { done, value } = await reader.read();
    if (done) return undefined;
    buffer += value;
  }
}

/** Makes the handshake, with one message. */
async function open(message: unknown, headers = '') {
  const body = `headers=${encodeURIComponent(headers)}&${encode([message], 0)}`;
  const handshake = await post(channelUrl({ RID: '1000', CVER: '22' }), body);
  const [length, frame] = (await handshake.text()).split('\n') as [string, string];
  const [[, [, sid]]] = JSON.parse(frame) as [[0, ['c', string]]];
  return { handshake, length, frame, sid };
}

/** Opens a session with one message, and its back channel. */
async function follow(message: unknown, headers?: string) {
  const { sid } = await open(message, headers);
  return { sid, back: await listen(sid) };
}

const addTarget = (target: object) => ({ database: DATABASE, addTarget: target });
const galleryQuery = {
  parent: ROOT,
  structuredQuery: {
    from: [{ collectionId: 'gallery' }],
    orderBy: [{ field: { fieldPath: 'created' } }, { field: { fieldPath: '__name__' } }],
  },
};
const gallery = addTarget({ targetId: 2, query: galleryQuery });
const work = (day: number) => ({ title: `Ü🎨 ${day}`, created: new Date(Date.UTC(2026, 0, day)) });

const change = (targetChangeType: string, id = 2) => ({
  targetChange: expect.objectContaining({ targetChangeType, targetIds: [id] }),
});
const boundary = {
  targetChange: { resumeToken: expect.any(String), readTime: expect.stringMatching(/Z$/) },
};
const documentChange = (path: string, more: object = { targetIds: [2] }) => ({
  documentChange: { document: expect.objectContaining({ name: `${ROOT}/${path}` }), ...more },
});

describe('the session', () => {
  it('the handshake is answered with one frame and the header for the session id', async () => {
    const { handshake, length, frame, sid } = await open(gallery);
    expect(handshake.status).toBe(200);
    expect(Number(length)).toBe(frame.length);
    expect(JSON.parse(frame)).toEqual([[0, ['c', sid, '', 8, 12, 30_000]]]);
    expect(Object.fromEntries(handshake.headers)).toMatchObject({
      'x-http-session-id': expect.stringMatching(/./),
      'access-control-allow-origin': 'http://localhost:5000',
      'access-control-expose-headers': expect.stringContaining('X-HTTP-Session-Id'),
      'x-content-type-options': 'nosniff',
    });
  });

  it('a later POST is answered with: is there a back channel, the id of the last array, the unacknowledged bytes', async () => {
    const { sid } = await open(gallery);
    const status = async (aid: number) => {
      const text = await (await send(sid, [], aid)).text();
      return JSON.parse(text.slice(text.indexOf('\n') + 1)) as [0 | 1, number, number];
    };
    const before = await status(0);
    expect(before).toEqual([0, 3, expect.any(Number)]);
    expect(before[2]).toBeGreaterThan(0);
    await (await listen(sid)).untilBoundary();
    expect(await status(3)).toEqual([1, 3, 0]);
  });

  it.each(['GET', 'POST'])('a %s with TYPE=terminate ends the session', async (method) => {
    const { sid, back } = await follow(gallery);
    await back.untilBoundary();
    const answer = await fetch(channelUrl({ SID: sid, TYPE: 'terminate' }), { method });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await back.next()).toBe(undefined);
    expect((await send(sid)).status).toBe(400);
  });

  it('an unknown session is answered with a 400 and `Unknown SID`, not at the start of the text', async () => {
    const sent = await send('nobody');
    const { response } = await listen('nobody');
    expect([sent.status, response.status]).toEqual([400, 400]);
    expect((await sent.text()).indexOf('Unknown SID')).toBeGreaterThan(0);
  });

  it.each([
    ['count=1&ofs=0&req0___data__=%7B'],
    ['count=2&ofs=0&req0___data__=%7B%7D'],
    ['count=1&ofs=x&req0___data__=%7B%7D'],
  ])('a POST with the body %s is refused', async (body) => {
    expect((await post(channelUrl({ RID: '1' }), body)).status).toBe(400);
  });
});

describe('Listen', () => {
  it('removeTarget is answered with REMOVE, and no more changes are sent', async () => {
    const { sid, back } = await follow(gallery);
    await back.untilBoundary();
    await send(sid, [{ database: DATABASE, removeTarget: 2 }]);
    expect(await back.next()).toEqual(change('REMOVE'));
    server.put('gallery/a', work(1));
    await post(
      channelUrl({ SID: sid, RID: '1002' }),
      encode([addTarget({ ...gallery.addTarget, targetId: 8 })], 2),
    );
    expect(await back.next()).toEqual(change('ADD', 8));
  });

  it('an invalid target gets its status as cause, and an invalid message ends the stream', async () => {
    const bad = addTarget({
      targetId: 3,
      query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'a/b' }] } },
    });
    const { sid, back } = await follow(bad);
    expect((await back.next()).targetChange.cause).toMatchObject({ code: 3 });
    await send(sid, [{ database: DATABASE }]);
    const error = { code: 400, message: expect.any(String), status: 'INVALID_ARGUMENT' };
    expect(await back.next()).toEqual({ error });
  });

  it('an invalid token ends the stream with UNAUTHENTICATED', async () => {
    const { back } = await follow(gallery, 'Authorization:Bearer garbage\r\n');
    expect((await back.next()).error).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
  });
});

describe('resuming', () => {
  const resume = async (more: object) =>
    (await follow(addTarget({ targetId: 2, query: galleryQuery, ...more }))).back.untilBoundary();

  beforeEach(() => {
    for (const day of [1, 2, 3]) server.put(`gallery/w${day}`, work(day));
  });

  it.each(['resumeToken', 'readTime'])(
    'a listener that resumes with a %s gets only the changes since then',
    async (kind) => {
      const { targetChange } = (await resume({})).at(-1);
      server.remove('gallery/w1');
      server.put('gallery/w2', { title: 'No date any more' });
      server.put('gallery/w4', work(4));
      server.put('version/current', { version: 1 });
      expect(await resume({ [kind]: targetChange[kind], expectedCount: 5 })).toEqual([
        change('ADD'),
        documentChange('gallery/w2', { removedTargetIds: [2] }),
        documentChange('gallery/w4'),
        {
          documentDelete: {
            document: `${ROOT}/gallery/w1`,
            readTime: expect.any(String),
            removedTargetIds: [2],
          },
        },
        { filter: { targetId: 2, count: 2 } },
        change('CURRENT'),
        boundary,
      ]);
    },
  );

  it.each([
    ['of another server', { resumeToken: Buffer.from('other').toString('base64') }],
    ['from before this store', { readTime: '2020-01-01T00:00:00Z' }],
    ['from the future', { readTime: '2999-01-01T00:00:00Z' }],
  ])('with a token %s, the target is reset and all documents are sent', async (_, more) => {
    expect(await resume(more)).toEqual([
      change('ADD'),
      change('RESET'),
      ...[1, 2, 3].map((day) => documentChange(`gallery/w${day}`)),
      change('CURRENT'),
      boundary,
    ]);
  });
});
