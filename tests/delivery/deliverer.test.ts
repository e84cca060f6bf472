/** The deliverer with the embedded backend and the project's rules: what it sends, and what is left. */
// @module-tag official
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createExclusively } from '../../src/outbox/delivery/locks';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { storedRequests } from '../support/serverContent';
import { deferred } from '../support/deferred';
import { backend, expectDelivered } from './localBackend';
import {
  dropped,
  labelOf,
  refusal,
  tamper,
  times,
  type Fault,
  type Label,
  type Saved,
} from './device';
import { device } from './testDevice';
import { MAX_HONEYPOT } from '../../src/domain/constants';
import { TEXT_FIELD_NAMES, textField } from '../../src/domain/requestFields';
import { saveSample } from '../support/sampleRequests';

const DAY = 24 * 60 * 60_000;

test('a delivery creates the request, uploads pictures and thumbnails, attaches them and leaves a receipt', async () => {
  const saved = await device.save([1000, 2000]);
  expect(await device.deliver()).toEqual({});
  const { log } = device.wire;
  expect([log[0], log.at(-1)]).toEqual(['create', 'attach']);
  expect(log.slice(1, -1)).toEqual(times(4, 'whole'));
  await expectDelivered(device, saved);
  const [{ id, files } = { id: '', files: [] }] = storedRequests(backend);
  const answer = await fetch(files[0]!.url);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(await answer.arrayBuffer()).toEqual(saved.images[0]!.bytes);
  const { key } = saved;
  expect(await device.deps.store.sentRequests()).toEqual([
    { key, id, sentAt: device.clock.now, isUnannounced: true },
  ]);
  const shown = await device.shown();
  const at = (step?: string) => shown.filter((read) => read?.step === step);
  expect([at('create').length, at('upload').length > 0, at()]).toEqual([1, true, [undefined]]);
  const progress = { sentBytes: 4800, totalBytes: 4800, count: 2, total: 2 };
  expect(shown.at(-2)).toMatchObject({ key, step: 'attach', progress });
});

test('a try to create is counted before it is sent, because the device may die of it', async () => {
  await device.save([]);
  const counted: number[] = [];
  const fetch: Fetch = async (url, init) => {
    const [record] = await device.deps.store.list();
    if (url.endsWith(':commit')) counted.push(record!.tries);
    return device.wire.fetch(url, init);
  };
  expect(await device.start({ fetch }).deliver()).toEqual({});
  expect(counted).toEqual([1]);
});

test('two pictures are uploaded at the same time, and the progress bar only grows', async () => {
  const saved = await device.save([600_000, 500_000]);
  let running = 0;
  let most = 0;
  const fetch: Fetch = async (url, init) => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await device.wire.fetch(url, init);
    } finally {
      running -= 1;
    }
  };
  // A connection is cut, then the session is lost: the bar does not go back.
  device.wire.fault('finalize', dropped);
  device.wire.fault('query', refusal(404));
  const deliverer = createDeliverer({ ...device.deps, fetch });
  for (let pass = 0; pass < 3; pass += 1) await deliverer.deliver('all');
  await expectDelivered(device, saved);
  expect(device.wire.log).toContain('query!');
  expect(most).toBe(2);
  const progress = (await device.shown()).flatMap((read) => read?.progress ?? []);
  const bytes = progress.map(({ sentBytes }) => sentBytes);
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
  expect(progress.map(({ count }) => count)).toEqual(expect.arrayContaining([0, 1, 2]));
  expect(bytes.at(-1)).toBe(1_101_800);
});

test('texts exactly at their limits arrive, also when they are emojis', async () => {
  const most = (limit: number) => '🪵'.repeat(limit / 2);
  const texts = TEXT_FIELD_NAMES.map((name) => [name, most(textField(name).limit)]);
  await saveSample(device.deps, [], Object.fromEntries(texts), {
    honeypot: `x${most(MAX_HONEYPOT)}`,
    seconds: 1,
  });
  await device.deliver();
  expect(await device.waiting()).toEqual([]);
  expect(storedRequests(backend)).toMatchObject([Object.fromEntries(texts)]);
});

test('a field of a newer version is sent, and left out if the rules refuse it', async () => {
  const saved = await device.save();
  const unsendable = { at: new Date(0) };
  await tamper(device, ({ fields }) => ({
    fields: { ...fields, zip: '15201', status: 9, unsendable },
  }));
  const sent: Record<string, unknown>[] = [];
  const fetch: Fetch = (url, init) => {
    const body = String(init.body);
    if (body.includes('requests/')) sent.push(JSON.parse(body).writes[0].update.fields);
    return device.wire.fetch(url, init);
  };
  await createDeliverer({ ...device.deps, fetch }).deliver();
  expect(sent.map(({ zip }) => zip)).toEqual([...times(3, { stringValue: '15201' }), undefined]);
  expect(sent[0]).toMatchObject({ status: { integerValue: '1' }, name: { stringValue: 'Ada' } });
  expect(sent[0]).not.toHaveProperty('unsendable');
  await expectDelivered(device, saved);
});

test('the text of a newer request is sent before the pictures of an older one', async () => {
  await device.save([1000]);
  device.clock.now += 1000;
  await device.save([1000], 'A newer one.');
  await device.deliver();
  expect(device.wire.log.slice(0, 3)).toEqual(['create', 'create', 'whole']);
});

const Q = 256 * 1024;

/** A request with an image of this size (0: none), the faults it meets, and all calls that are then made. */
type Row = [title: string, bytes: number, faults: [Label, ...(Fault | 'pass')[]][], log: string];

test.each<Row>([
  ['a request without pictures takes one call', 0, [], 'create'],
  [
    'a large picture is sent in chunks of 256 KiB that grow on a fast line',
    10 * Q + 7,
    [],
    `create, start, whole, upload 0+${Q}, upload ${Q}+${4 * Q}, upload ${5 * Q}+${4 * Q}, finalize ${9 * Q}+${Q + 7}, attach`,
  ],
  [
    'a create that is refused although it has arrived is found by its receipt',
    0,
    [['create', { ...refusal(403), when: 'after' }]],
    'create!, receipt',
  ],
  [
    'a create that is refused is repeated once, then sent under a fresh id',
    0,
    [['create', dropped, refusal(403)]],
    'create!, receipt, create!, receipt, create',
  ],
  [
    'a refusal of the create does not count for the attach',
    1000,
    [
      ['create', refusal(403)],
      ['attach', refusal(403)],
    ],
    `create!, receipt, create, whole, whole, attach!, receipt, attach`,
  ],
  [
    'after a refused chunk the server is asked how far it is; after a second one the upload starts over',
    Q + 7,
    [['finalize', refusal(400), refusal(400)]],
    `create, start, whole, upload 0+${Q}, finalize ${Q}+7!, query, finalize ${Q}+7!, metadata, start, finalize 0+${Q + 7}, attach`,
  ],
  [
    'when an upload session is lost, only that object starts over',
    Q + 7,
    [['finalize', refusal(404)]],
    `create, start, whole, upload 0+${Q}, finalize ${Q}+7!, metadata, start, finalize 0+${Q + 7}, attach`,
  ],
])('%s', async (_, bytes, faults, log) => {
  const saved = await device.save(bytes === 0 ? [] : [bytes]);
  for (const [label, ...answers] of faults) device.wire.fault(label, ...answers);
  await device.deliver();
  if ((await device.waiting()).length > 0) await device.deliver('all');
  expect(device.wire.log.join(', ')).toBe(log);
  await expectDelivered(device, saved);
});

test('a picture that is refused when it is complete is sent three times, then once a day', async () => {
  const saved = await device.save([3 * Q + 7]);
  // As the real service answers: any body, 403, and the session is over.
  const refused: Fault = {
    when: 'before',
    answer: () => new Response('', { status: 403, headers: { 'X-Goog-Upload-Status': 'final' } }),
  };
  let isRefusing = true;
  device.wire.onRequest = (label) => (isRefusing && label === 'finalize' ? refused : undefined);
  const first = `start, whole, upload 0+${Q}, finalize ${Q}+${2 * Q + 7}!, metadata`;
  // The record knows a fast line.
  const again = `start, finalize 0+${3 * Q + 7}!, metadata`;
  /** Visits until nothing waits for the clock; returns the wait after each. */
  const visit = async () => {
    const waits: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { nextAt } = await device.deliver();
      if (nextAt === undefined) break;
      waits.push(nextAt - device.clock.now);
      device.clock.now = nextAt;
    }
    return waits;
  };
  const [wait = 0, ...further] = await visit();
  expect(device.wire.log.join(', ')).toBe(`create, ${first}, ${again}, ${again}`);
  expect([wait >= 1000, wait <= 2000, further]).toEqual([true, true, []]);
  expect(await device.waiting()).toMatchObject([
    { needsAttention: { step: 'upload', status: 403 } },
  ]);

  device.wire.log.length = 0;
  device.clock.now += DAY;
  await visit();
  expect(await device.waiting()).toMatchObject([{ needsAttention: { status: 403 } }]);
  expect(device.wire.log.join(', ')).toBe(`metadata, ${again}`);

  isRefusing = false;
  device.clock.now += DAY;
  await visit();
  await expectDelivered(device, saved);
});

test('on a slow line a picture is sent in chunks of 256 KiB, each of which shows as progress', async () => {
  const saved = await device.save([3 * Q + 7]);
  device.wire.onRequest = (label) => {
    if (label === 'upload') device.clock.now += (1000 * Q) / 50_000;
  };
  await device.deliver();
  expect(device.wire.log.slice(3, 7)).toEqual([
    `upload 0+${Q}`,
    `upload ${Q}+${Q}`,
    `upload ${2 * Q}+${Q}`,
    `finalize ${3 * Q}+7`,
  ]);
  const shown = (await device.shown()).map((read) => read?.progress.sentBytes);
  expect(shown).toEqual(expect.arrayContaining([1, 2, 3].map((units) => 900 + units * Q)));
  await expectDelivered(device, saved);
});

describe('without an answer', () => {
  test('a server that asks for time gets it, unless the visitor presses “Try now”: then all are tried', async () => {
    const saved = [await device.save(), await device.save()];
    device.wire.fault('create', ...times(2, refusal(503, { 'Retry-After': '120' })));
    const nextAt = device.clock.now + 120_000;
    expect(await device.deliver()).toEqual({ nextAt });
    expect(await device.deliver()).toEqual({ nextAt });
    expect(device.wire.log).toEqual(['create!', 'create!']);
    await device.deliver('all');
    await expectDelivered(device, ...saved);
  });

  test('two requests without a server hold up the others only if none in between had an answer', async () => {
    for (let n = 0; n < 4; n += 1) await device.save();
    device.wire.fault('create', dropped, refusal(503), dropped);
    await device.deliver();
    expect(device.wire.log).toEqual(['create!', 'create!', 'create!', 'create']);
  });

  test('when the network may be back, only requests that found no server are tried early', async () => {
    const [first, second] = [await device.save(), await device.save()];
    device.wire.fault('create', dropped, refusal(503));
    await device.deliver();
    const waiting = await device.waiting();
    expect(waiting.map(({ attempts, unreached }) => [attempts, unreached])).toEqual([
      [1, true],
      [1, undefined],
    ]);
    await device.deliver();
    expect(device.wire.log).toEqual(['create!', 'create!']);
    await device.deliver('unreached');
    expect((await device.waiting()).map(({ key }) => key)).toEqual([second.key]);
    expect((await device.deps.store.sentRequests()).map(({ key }) => key)).toEqual([first.key]);
  });

  test('a server that has asked for time since then gets it when the network is back', async () => {
    const saved = await device.save();
    device.wire.fault('create', dropped, refusal(503, { 'Retry-After': '120' }));
    await device.deliver();
    const nextAt = device.clock.now + 120_000;
    expect(await device.deliver('unreached')).toEqual({ nextAt });
    expect(await device.deliver('unreached')).toEqual({ nextAt });
    expect(device.wire.log).toEqual(['create!', 'receipt', 'create!']);
    device.clock.now = nextAt;
    await device.deliver();
    await expectDelivered(device, saved);
  });

  test('after two requests without a server the others wait, too; once one gets through, all are sent', async () => {
    for (let n = 0; n < 4; n += 1) await device.save();
    let isAway = true;
    device.wire.onRequest = () => (isAway ? dropped : undefined);
    expect((await device.deliver()).nextAt).toBeGreaterThan(device.clock.now);
    expect(device.wire.log).toHaveLength(2);
    const afterOne = await device.waiting();
    expect(afterOne.filter(({ notBefore }) => notBefore > device.clock.now)).toHaveLength(4);
    // Requests that were not tried are written once, however many passes find no server.
    device.clock.now += 5_000;
    await device.deliver();
    const afterTwo = await device.waiting();
    expect(afterTwo.map(({ attempts }) => attempts).toSorted()).toEqual([1, 1, 1, 1]);
    const written = (await device.shown()).length;
    device.clock.now += 5_000;
    await device.deliver();
    expect((await device.shown()).length - written).toBe(2);
    for (let n = 0; n < 7; n += 1) await device.deliver('all');
    // When the network may be back, the waits start short again.
    const { nextAt } = await device.deliver('back');
    expect(nextAt! - device.clock.now).toBeLessThanOrEqual(2_000);
    expect(await device.waiting()).toHaveLength(4);
    isAway = false;
    device.clock.now = nextAt!;
    await device.deliver();
    expect(await device.waiting()).toEqual([]);
  });
});

test('a sync is no proof that the network is back: it tries, and the waits go on growing', async () => {
  await device.save();
  device.wire.onRequest = () => dropped;
  for (let sync = 1; sync <= 4; sync += 1) {
    await device.deliver('unreached');
    expect(await device.waiting()).toMatchObject([{ attempts: sync, unreached: true }]);
  }
});

test('a text that becomes due breaks off the chunk that is on the line, and nothing is held against the line', async () => {
  const saved = await device.save([300_000]);
  const { store } = device.deps;
  let text: Saved | undefined;
  let late: Promise<unknown> | undefined;
  const fetch: Fetch = async (url, init) => {
    if (labelOf(url, init) !== 'upload' || text) return device.wire.fetch(url, init);
    text = await device.save([], 'A text.');
    late = deliverer.deliver();
    // The server is silent. Only the abort ends it.
    return new Promise((_, reject) => {
      init.signal!.addEventListener('abort', () => reject(new Error('It was broken off.')));
    });
  };
  const deliverer = createDeliverer({ ...device.deps, fetch });
  await deliverer.deliver();
  await late;
  const order = ['create', 'whole', 'create', 'query', 'upload', 'finalize', 'attach'];
  const log = device.wire.log.map((line) => line.split(' ')[0]);
  expect(log.filter((label) => label !== 'start')).toEqual(order);
  expect(await store.list()).toEqual([]);
  await expectDelivered(device, saved, text!);
});

test('after “Try now” without a server, each request says that its try has ended, also one that was not reached', async () => {
  for (let n = 0; n < 3; n += 1) await device.save();
  device.wire.onRequest = () => dropped;
  await device.deliver();
  // A screen takes a try for ended when one of these changes (`useTry` in src/waiting/WaitingRecord.tsx).
  const tries = async () =>
    (await device.waiting()).map(({ key, attempts, notBefore }) => ({ key, attempts, notBefore }));
  const before = await tries();
  device.clock.now += 1;
  const { nextAt } = await device.deliver('all');
  const after = await tries();
  expect(after.filter((one) => before.some((old) => isDeepStrictEqual(one, old)))).toEqual([]);
  // The first one has failed twice and waits longer; the second one, not reached, waits as long as the third.
  expect(after.map(({ notBefore }) => Math.sign(notBefore - nextAt!))).toEqual([1, 0, 0]);
});

test('after “Try now” without a server, a server that has asked for time still gets it', async () => {
  const asked = await device.save();
  device.wire.fault('create', refusal(503, { 'Retry-After': '600' }));
  await device.deliver();
  const until = device.clock.now + 600_000;
  await device.save();
  await device.save();
  device.wire.onRequest = () => dropped;
  await device.deliver('all');
  const [held] = (await device.waiting()).filter(({ key }) => key === asked.key);
  expect(held).toMatchObject({ notBefore: until, attempts: 1 });
  expect(held).not.toHaveProperty('unreached');
});

describe('with several tabs and a worker', () => {
  test('two that deliver at the same moment create one document', async () => {
    const saved = await device.save([1000, 2000]);
    const other = createDeliverer(device.deps);
    await Promise.all([
      device.deliver(),
      other.deliver(),
      device.deliver('all'),
      other.deliver('all'),
    ]);
    await expectDelivered(device, saved);
    expect(device.wire.log).toHaveLength(6);
  });

  test('those that wait together share a pass, and the widest of their scopes counts', async () => {
    const saved = await device.save();
    device.wire.fault('create', refusal(503, { 'Retry-After': '120' }));
    await device.deliver();
    await Promise.all([
      device.deliver(),
      device.deliver('all'),
      device.deliver('back'),
      device.deliver(),
    ]);
    await expectDelivered(device, saved);
  });

  test('a trigger during another one’s delivery leads to another pass', async () => {
    await device.save();
    let late: Promise<unknown> | undefined;
    device.wire.onRequest = async () => {
      device.wire.onRequest = () => undefined;
      await device.save();
      late = createDeliverer(device.deps).deliver();
    };
    await device.deliver();
    await late;
    expect(storedRequests(backend)).toHaveLength(2);
    expect(await device.waiting()).toEqual([]);
  });

  test('one that lost its lock while it was frozen changes nothing', async () => {
    await device.save();
    const [frozen, waking] = [deferred<void>(), deferred<void>()];
    const fetch: Fetch = async (url, init) => {
      frozen.resolve();
      await waking.promise;
      return device.wire.fetch(url, init);
    };
    const first = createDeliverer({ ...device.deps, fetch }).deliver();
    await frozen.promise;
    device.clock.now += 3_600_000;
    const exclusively = createExclusively(undefined);
    await createDeliverer({ ...device.deps, exclusively }).deliver();
    waking.resolve();
    await first;
    expect(storedRequests(backend)).toHaveLength(1);
    expect((await device.shown()).filter((read) => read === undefined)).toHaveLength(1);
  });
});
