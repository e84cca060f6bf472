// The wire facts of WebChannel (VER=8) that the browser SDK relies on, as raw HTTP.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RawChannel, type BackChannel } from './rawChannel';
import { DATABASE, idToken, ROOT, startFirestore, type FirestoreServer } from './server';

let server: FirestoreServer;
let backs: BackChannel[];

beforeEach(async () => {
  server = await startFirestore();
  backs = [];
});
afterEach(async () => {
  for (const back of backs) back.close();
  await server.close();
});

const addTarget = (target: object) => ({ database: DATABASE, addTarget: target });
const galleryQuery = (more: object = {}) => ({
  parent: ROOT,
  structuredQuery: {
    from: [{ collectionId: 'gallery' }],
    orderBy: [{ field: { fieldPath: 'created' } }, { field: { fieldPath: '__name__' } }],
    ...more,
  },
});
const gallery = addTarget({ targetId: 2, query: galleryQuery() });
const work = (day: number) => ({ title: `Ü🎨 ${day}`, created: new Date(Date.UTC(2026, 0, day)) });

async function open(rpc: 'Listen' | 'Write', messages: unknown[], headers?: string) {
  const channel = new RawChannel(server.origin, rpc);
  const handshake = await channel.open(messages, headers);
  return { channel, handshake };
}

async function listen(channel: RawChannel, options?: { aid?: number; ci?: 0 | 1 }) {
  const back = await channel.listen(options);
  backs.push(back);
  return back;
}

/** A channel with the back channel that it listens on. */
async function both(rpc: 'Listen' | 'Write', messages: unknown[], headers?: string) {
  const { channel } = await open(rpc, messages, headers);
  return { channel, back: await listen(channel) };
}
const follow = (messages: unknown[], headers?: string) => both('Listen', messages, headers);
const write = (messages: unknown[], headers?: string) => both('Write', messages, headers);

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
  it('opens with one frame and the session id header', async () => {
    const { channel, handshake } = await open('Listen', [gallery]);
    expect(handshake.status).toBe(200);
    const [length, json] = handshake.text.split('\n') as [string, string];
    expect(Number(length)).toBe(json.length);
    expect(JSON.parse(json)).toEqual([[0, ['c', channel.sid, '', 8, 12, 30_000]]]);
    expect(channel.gsessionid).not.toBe('');
    expect(handshake.headers.get('access-control-allow-origin')).toBe('http://localhost:5000');
    expect(handshake.headers.get('access-control-expose-headers')).toContain('X-HTTP-Session-Id');
    expect(handshake.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('streams numbered arrays whose frame length counts UTF-16 code units', async () => {
    server.put('gallery/a', work(1));
    const { back } = await follow([gallery]);
    const arrays = await back.take(4);
    expect(arrays.map(([id]) => id)).toEqual([1, 2, 3, 4]);
    expect(arrays[1]?.[1][0].documentChange.document.fields.title.stringValue).toBe('Ü🎨 1');
  });

  it('sends an early noop where there is nothing to say, so that no proxy is suspected', async () => {
    const { channel } = await open('Listen', []);
    expect(await (await listen(channel)).next()).toEqual([1, ['noop']]);
  });

  it('answers later posts with back channel, last array id and outstanding bytes', async () => {
    const { channel } = await open('Listen', [gallery]);
    const without = await channel.post([]);
    const frame = (text: string) => JSON.parse(text.slice(text.indexOf('\n') + 1));
    expect(frame(without.text)).toEqual([0, 3, expect.any(Number)]);
    expect(frame(without.text)[2]).toBeGreaterThan(0);
    const back = await listen(channel);
    await back.take(3);
    expect(frame((await channel.post([], { aid: 3 })).text)).toEqual([1, 3, 0]);
  });

  it('keeps what happens while there is no back channel', async () => {
    const { channel } = await open('Listen', [gallery]);
    const first = await listen(channel);
    await first.take(3);
    first.close();
    server.put('gallery/a', work(1));
    const second = await listen(channel, { aid: 3 });
    expect(await second.untilBoundary()).toEqual([documentChange('gallery/a'), boundary]);
  });

  it('ends the body after each frame with CI=1', async () => {
    const { channel } = await open('Listen', [gallery]);
    const first = await listen(channel, { ci: 1 });
    await first.take(3);
    expect(await first.next()).toBe(null);
    const second = await listen(channel, { aid: 3, ci: 1 });
    server.put('gallery/a', work(1));
    await second.take(2);
    expect(await second.next()).toBe(null);
  });

  it('replaces an older back channel', async () => {
    const { channel } = await open('Listen', [gallery]);
    const first = await listen(channel);
    await first.take(3);
    const second = await listen(channel, { aid: 3 });
    expect(await first.next()).toBe(null);
    server.put('gallery/a', work(1));
    expect((await second.untilBoundary()).length).toBe(2);
  });

  it.each(['GET', 'POST'] as const)('ends with TYPE=terminate by %s', async (method) => {
    const { channel, back } = await follow([gallery]);
    await back.take(3);
    const answer = await channel.terminate(method);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await back.next()).toBe(null);
    expect((await channel.post([])).status).toBe(400);
  });

  it('says Unknown SID, not at the start, with a 400', async () => {
    const channel = new RawChannel(server.origin, 'Listen');
    channel.sid = 'nobody';
    const post = await channel.post([]);
    const back = await listen(channel);
    expect([post.status, back.response.status]).toEqual([400, 400]);
    expect(post.text.indexOf('Unknown SID')).toBeGreaterThan(0);
    // The RPC is part of a session's name.
    const { channel: listening } = await open('Listen', [gallery]);
    const writing = new RawChannel(server.origin, 'Write');
    writing.sid = listening.sid;
    expect((await writing.post([])).status).toBe(400);
  });

  it.each([
    ['count=1&ofs=0&req0___data__=%7B'],
    ['count=2&ofs=0&req0___data__=%7B%7D'],
    ['count=1&ofs=x&req0___data__=%7B%7D'],
  ])('refuses the body %s', async (body) => {
    const url = `${server.origin}/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1`;
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400);
  });
});

describe('Listen', () => {
  it('answers a query with ADD, documents in order, CURRENT and the boundary', async () => {
    server.put('gallery/b', work(2));
    server.put('gallery/a', work(1));
    const { channel } = await open('Listen', [gallery]);
    const messages = await (await listen(channel)).untilBoundary();
    expect(messages).toEqual([
      { targetChange: { targetChangeType: 'ADD', targetIds: [2] } },
      documentChange('gallery/a'),
      documentChange('gallery/b'),
      {
        targetChange: {
          targetChangeType: 'CURRENT',
          targetIds: [2],
          resumeToken: expect.any(String),
          readTime: expect.any(String),
        },
      },
      boundary,
    ]);
    expect(messages[1].documentChange.document).toEqual({
      name: `${ROOT}/gallery/a`,
      fields: {
        title: { stringValue: 'Ü🎨 1' },
        created: { timestampValue: '2026-01-01T00:00:00Z' },
      },
      createTime: server.store.get('gallery/a')?.createTime,
      updateTime: server.store.get('gallery/a')?.updateTime,
    });
    expect(server.reads).toEqual([[2, 'gallery']]);
  });

  it('tells changes, departures and deletions, each with a boundary', async () => {
    server.put('gallery/a', work(1));
    const { back } = await follow([gallery]);
    await back.untilBoundary();
    server.put('gallery/b', work(2));
    expect(await back.untilBoundary()).toEqual([documentChange('gallery/b'), boundary]);
    server.put('gallery/b', { title: 'No date' });
    expect(await back.untilBoundary()).toEqual([
      documentChange('gallery/b', { removedTargetIds: [2] }),
      boundary,
    ]);
    server.remove('gallery/a');
    expect(await back.untilBoundary()).toEqual([
      {
        documentDelete: {
          document: `${ROOT}/gallery/a`,
          readTime: expect.any(String),
          removedTargetIds: [2],
        },
      },
      boundary,
    ]);
    expect(server.reads).toEqual([1, 1, 1].map((count) => [count, 'gallery']));
  });

  it('is silent about what no target covers', async () => {
    const { back } = await follow([gallery]);
    await back.untilBoundary();
    server.put('gallery/a/reviews/r', { stars: 5 });
    server.put('gallery/undated', { title: 'x' });
    server.put('version/current', { version: 1 });
    server.put('gallery/a', work(1));
    const messages = await back.untilBoundary();
    // A document of the collection that does not match moves the boundary only.
    expect(messages).toEqual([boundary]);
    expect(await back.untilBoundary()).toEqual([documentChange('gallery/a'), boundary]);
  });

  it('tells what a window lets go of', async () => {
    server.put('gallery/a', work(1));
    server.put('gallery/b', work(2));
    const query = galleryQuery({ limit: 1 });
    const { back } = await follow([addTarget({ targetId: 4, query })]);
    expect((await back.untilBoundary())[1]).toEqual(
      documentChange('gallery/a', { targetIds: [4] }),
    );
    server.put('gallery/0', work(0));
    expect(await back.untilBoundary()).toEqual([
      documentChange('gallery/0', { targetIds: [4] }),
      {
        documentRemove: {
          document: `${ROOT}/gallery/a`,
          readTime: expect.any(String),
          removedTargetIds: [4],
        },
      },
      boundary,
    ]);
  });

  it('tells a missing document of a documents target, and when it comes', async () => {
    const documents = { documents: [`${ROOT}/version/current`] };
    const { back } = await follow([addTarget({ targetId: 6, documents })]);
    expect(await back.untilBoundary()).toEqual([
      change('ADD', 6),
      {
        documentDelete: {
          document: `${ROOT}/version/current`,
          readTime: expect.any(String),
          removedTargetIds: [6],
        },
      },
      change('CURRENT', 6),
      boundary,
    ]);
    server.put('version/current', { version: 1 });
    expect(await back.untilBoundary()).toEqual([
      documentChange('version/current', { targetIds: [6] }),
      boundary,
    ]);
  });

  it('answers removeTarget with REMOVE and tells no more', async () => {
    const { channel, back } = await follow([gallery]);
    await back.untilBoundary();
    await channel.post([{ database: DATABASE, removeTarget: 2 }]);
    expect((await back.next())?.[1]).toEqual([change('REMOVE')]);
    server.put('gallery/a', work(1));
    await channel.post([{ ...gallery, addTarget: { ...gallery.addTarget, targetId: 8 } }]);
    expect((await back.next())?.[1]).toEqual([change('ADD', 8)]);
  });

  it('answers what the rules deny with REMOVE and cause 7, and goes on', async () => {
    const documents = { documents: [`${ROOT}/requests/1234567890`] };
    const { back } = await follow([addTarget({ targetId: 3, documents }), gallery]);
    const messages = await back.untilBoundary();
    expect(messages[0]).toEqual({
      targetChange: {
        targetChangeType: 'REMOVE',
        targetIds: [3],
        cause: { code: 7, message: 'Missing or insufficient permissions.' },
      },
    });
    expect(messages.slice(1)).toEqual([change('ADD'), change('CURRENT'), boundary]);
  });

  it('ends a target that the rules deny from a change on', async () => {
    await server.close();
    let isOpen = true;
    server = await startFirestore({
      rules: {
        service: 'cloud.firestore',
        decide: () => ({ allowed: isOpen, reason: 'a hand-made rule' }),
      },
    });
    const { back } = await follow([gallery]);
    await back.untilBoundary();
    isOpen = false;
    server.put('gallery/a', work(1));
    expect((await back.next())?.[1][0].targetChange).toMatchObject({
      targetChangeType: 'REMOVE',
      cause: { code: 7 },
    });
  });

  it('knows the user of the handshake’s headers', async () => {
    server.put('gallery/w/reviewers/maria', { review: 'abcdefghij' });
    const documents = { documents: [`${ROOT}/gallery/w/reviewers/maria`] };
    const target = addTarget({ targetId: 2, documents });
    const typeFor = async (uid: string) => {
      const headers = `X-Goog-Api-Client:any\r\nAuthorization:Bearer ${idToken(uid)}\r\n`;
      const { channel } = await open('Listen', [target], headers);
      return (await (await listen(channel)).next())?.[1][0].targetChange.targetChangeType;
    };
    expect([await typeFor('maria'), await typeFor('eve')]).toEqual(['ADD', 'REMOVE']);
  });

  it('answers a bad target with its status, and a bad message by ending the stream', async () => {
    const bad = addTarget({ targetId: 3, query: { parent: ROOT, structuredQuery: {} } });
    const { channel, back } = await follow([bad]);
    expect((await back.next())?.[1][0].targetChange.cause).toMatchObject({ code: 3 });
    await channel.post([{ database: DATABASE }]);
    expect((await back.next())?.[1]).toEqual([
      { error: { code: 400, message: expect.any(String), status: 'INVALID_ARGUMENT' } },
    ]);
  });

  it('ends a stream with a bad token as UNAUTHENTICATED', async () => {
    const { channel } = await open('Listen', [gallery], 'Authorization:Bearer garbage\r\n');
    const [, [message]] = (await (await listen(channel)).next())!;
    expect(message.error).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
  });
});

describe('resuming', () => {
  async function tokenOf(target: object = gallery) {
    const { channel } = await open('Listen', [target]);
    const back = await listen(channel);
    const messages = await back.untilBoundary();
    await channel.terminate('POST');
    server.reads.length = 0;
    return messages.at(-1).targetChange as { resumeToken: string; readTime: string };
  }
  async function resume(more: object, query = galleryQuery()) {
    const { channel } = await open('Listen', [addTarget({ targetId: 2, query, ...more })]);
    return (await listen(channel)).untilBoundary();
  }
  const deleted = (path: string) => ({
    documentDelete: expect.objectContaining({ document: `${ROOT}/${path}`, removedTargetIds: [2] }),
  });

  beforeEach(() => {
    for (const day of [1, 2, 3]) server.put(`gallery/w${day}`, work(day));
  });

  it('sends nothing where nothing changed, and a filter where a count was given', async () => {
    const { resumeToken } = await tokenOf();
    expect(await resume({ resumeToken })).toEqual([change('ADD'), change('CURRENT'), boundary]);
    expect(await resume({ resumeToken, expectedCount: 5 })).toEqual([
      change('ADD'),
      { filter: { targetId: 2, count: 3 } },
      change('CURRENT'),
      boundary,
    ]);
    expect(server.reads).toEqual([]);
  });

  it.each(['resumeToken', 'readTime'] as const)('sends what changed since a %s', async (kind) => {
    const point = await tokenOf();
    server.remove('gallery/w1');
    server.put('gallery/w2', { title: 'No date any more' });
    server.put('gallery/w4', work(4));
    server.put('version/current', { version: 1 });
    const messages = await resume({ [kind]: point[kind] });
    expect(messages).toEqual([
      change('ADD'),
      documentChange('gallery/w2', { removedTargetIds: [2] }),
      documentChange('gallery/w4'),
      deleted('gallery/w1'),
      change('CURRENT'),
      boundary,
    ]);
    expect(server.reads).toEqual([[2, 'gallery']]);
  });

  it.each([
    ['of another server', { resumeToken: Buffer.from('other').toString('base64') }],
    ['from before this store', { readTime: '2020-01-01T00:00:00Z' }],
    ['from the future', { readTime: '2999-01-01T00:00:00Z' }],
  ])('resets a target with a token %s', async (_, more) => {
    expect(await resume(more)).toEqual([
      change('ADD'),
      change('RESET'),
      ...[1, 2, 3].map((day) => documentChange(`gallery/w${day}`)),
      change('CURRENT'),
      boundary,
    ]);
  });

  it('resets a window over which something moved', async () => {
    const query = galleryQuery({ limit: 2 });
    const { resumeToken } = await tokenOf(addTarget({ targetId: 2, query }));
    expect(await resume({ resumeToken }, query)).toHaveLength(3);
    server.remove('gallery/w1');
    expect(await resume({ resumeToken }, query)).toEqual([
      change('ADD'),
      change('RESET'),
      documentChange('gallery/w2'),
      documentChange('gallery/w3'),
      change('CURRENT'),
      boundary,
    ]);
  });
});

describe('Write', () => {
  const handshake = { database: DATABASE };
  const set = (path: string, streamToken: string, more: object = {}) => ({
    streamToken,
    writes: [{ update: { name: `${ROOT}/${path}`, fields: {} }, ...more }],
  });
  const owner = 'Authorization:Bearer owner\r\n';

  it('gives stream id and token first, then a result per message', async () => {
    const { channel, back } = await write([handshake], owner);
    const [, [first]] = (await back.next())!;
    expect(first).toEqual({ streamId: expect.any(String), streamToken: expect.any(String) });
    const updateTransforms = [{ fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }];
    await channel.post([set('gallery/a', first.streamToken, { updateTransforms })]);
    const [, [second]] = (await back.next())!;
    const stored = server.store.get('gallery/a')!;
    expect(second).toEqual({
      streamToken: expect.any(String),
      writeResults: [{ updateTime: stored.updateTime, transformResults: [stored.fields['at']] }],
      commitTime: stored.updateTime,
    });
    expect(second.streamToken).not.toBe(first.streamToken);
  });

  it('applies a repeated POST once, also where it brings new messages along', async () => {
    const { channel, back } = await write([handshake], owner);
    await back.take(1);
    const increment = (id: string) =>
      set(`gallery/${id}`, 'any', {
        updateMask: { fieldPaths: [] },
        updateTransforms: [{ fieldPath: 'n', increment: { integerValue: '1' } }],
      });
    expect((await channel.post([increment('a')], { number: 1 })).status).toBe(200);
    expect((await channel.post([increment('a')], { number: 1 })).status).toBe(200);
    const more = [increment('a'), increment('b')];
    expect((await channel.post(more, { number: 1 })).status).toBe(200);
    expect((await channel.post([increment('c')], { number: 9 })).status).toBe(400);
    const n = (path: string) => server.store.get(path)?.fields['n'];
    expect([n('gallery/a'), n('gallery/b'), n('gallery/c')]).toEqual([
      { integerValue: '1' },
      { integerValue: '1' },
      undefined,
    ]);
    expect((await back.take(2)).map(([id]) => id)).toEqual([2, 3]);
  });

  it('ends with the status of a refusal and takes nothing after it', async () => {
    const { channel, back } = await write([handshake]);
    await back.take(1);
    await channel.post([set('gallery/a', 'any'), set('gallery/b', 'any')]);
    expect((await back.next())?.[1]).toEqual([
      {
        error: {
          code: 403,
          message: 'Missing or insufficient permissions.',
          status: 'PERMISSION_DENIED',
        },
      },
    ]);
    expect(server.store.snapshot().documents).toEqual([]);
    expect(server.log).toHaveLength(1);
  });

  it('refuses writes before the handshake', async () => {
    const { channel } = await open('Write', [set('gallery/a', 'none')], owner);
    const [, [message]] = (await (await listen(channel)).next())!;
    expect(message.error.status).toBe('INVALID_ARGUMENT');
    expect(server.store.snapshot().documents).toEqual([]);
  });
});
