/** The deliverer before the embedded backend and the project's rules: what goes over the wire, and what is left. */
// @module-tag official
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConnection } from '../../src/outbox/connection';
import { createDeliverer } from '../../src/outbox/deliverer';
import { createDrafts } from '../../src/outbox/drafts';
import { createExclusively } from '../../src/outbox/exclusively';
import type { Fetch } from '../../src/firebase/rest/http';
import type { Preparation } from '../../src/outbox/delivery';
import { prepareAhead } from '../../src/outbox/prepareAhead';
import { StorageError } from '../../src/outbox/store';
import { storedRequests } from '../support/serverContent';
import { deferred } from '../support/deferred';
import { backend, expectDelivered } from './localBackend';
import {
  createDevice,
  dropped,
  once,
  onServer,
  refusal,
  times,
  type Device,
  type Fault,
  type Label,
  type Saved,
} from './device';
import { CLIENT_VERSION, FIELD_LIMITS, MAX_HONEYPOT } from '../../src/domain/constants';
import { fields, saveSample } from '../support/sampleRequests';

let device: Device;
beforeEach(() => {
  device = createDevice(backend);
});
afterEach(() => device.remove());

const DAY = 24 * 60 * 60_000;

/** Changes the stored record, as another program might. */
async function tamper(change: (record: Awaited<ReturnType<Device['waiting']>>[0]) => object) {
  const [record] = await device.waiting();
  const tampered = { ...record!, ...change(record!), revision: 'tampered' };
  await device.deps.store.update(tampered, record!.revision);
}

test('a delivery creates the request, uploads pictures and thumbnails, attaches them and leaves a receipt', async () => {
  const saved = await device.save([1000, 2000]);
  expect(await device.deliver()).toEqual({});
  const { log } = device.wire;
  expect([log[0], log.at(-1)]).toEqual(['create', 'attach']);
  const bytes = ['finalize 0+1000', 'finalize 0+2000', ...times(2, 'finalize 0+900')];
  expect(log.slice(1, -1).toSorted()).toEqual([...bytes, ...times(4, 'start')]);
  await expectDelivered(device, saved);
  const [{ id, files } = { id: '', files: [] }] = storedRequests(backend);
  const answer = await fetch(files[0]!.url);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(await answer.arrayBuffer()).toEqual(saved.images[0]!.bytes);
  const { key } = saved;
  expect(await device.deps.store.receipts()).toEqual([
    { key, id, sentAt: device.clock.now, isUntold: true },
  ]);
  const shown = await device.shown();
  const at = (step?: string) => shown.filter((read) => read?.step === step);
  expect([at('create').length, at('upload').length > 0, at()]).toEqual([1, true, [undefined]]);
  const progress = { sentBytes: 4800, totalBytes: 4800, count: 2, total: 2 };
  expect(shown.at(-2)).toMatchObject({ key, step: 'attach', progress });
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
  // A connection is cut, then its session is lost: what was sent for nothing is not taken off the bar.
  device.wire.fault('finalize', dropped);
  device.wire.fault('query', refusal(404));
  const deliverer = createDeliverer({ ...device.deps, fetch });
  for (let pass = 0; pass < 3; pass += 1) await deliverer.deliver(true);
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
  const texts = Object.entries(FIELD_LIMITS).map(([name, limit]) => [name, most(limit)]);
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
  await tamper(({ fields }) => ({ fields: { ...fields, zip: '15201', status: 9, unsendable } }));
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
  expect(device.wire.log.slice(0, 3)).toEqual(['create', 'create', 'start']);
});

const REST = 'start, finalize 0+900, attach';
const Q = 256 * 1024;

/** A request with an image of so many bytes, or none; what it meets; all that then goes over the wire. */
type Row = [title: string, bytes: number, faults: [Label, ...(Fault | 'pass')[]][], log: string];

test.each<Row>([
  ['a request without pictures takes one call', 0, [], 'create'],
  [
    'a large picture is sent in chunks of 256 KiB that grow on a fast line',
    10 * Q + 7,
    [],
    `create, start, upload 0+${Q}, upload ${Q}+${2 * Q}, upload ${3 * Q}+${4 * Q}, finalize ${7 * Q}+${3 * Q + 7}, ${REST}`,
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
    'after a refused chunk the server is asked how far it is; after a second one the upload starts over',
    1000,
    [['finalize', refusal(400), refusal(400)]],
    `create, start, finalize 0+1000!, query, finalize 0+1000!, metadata, start, finalize 0+1000, ${REST}`,
  ],
  [
    'when an upload session is lost, only that object starts over',
    1000,
    [['finalize', 'pass', refusal(404)]],
    `create, start, finalize 0+1000, start, finalize 0+900!, metadata, ${REST}`,
  ],
])('%s', async (_, bytes, faults, log) => {
  const saved = await device.save(bytes === 0 ? [] : [bytes]);
  for (const [label, ...answers] of faults) device.wire.fault(label, ...answers);
  await device.deliver();
  if ((await device.waiting()).length > 0) await device.deliver(true);
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
  const round = `start, upload 0+${Q}, upload ${Q}+${2 * Q}, finalize ${3 * Q}+7!, metadata`;
  // In the same pass its chunks have grown.
  const again = `start, finalize 0+${3 * Q + 7}!, metadata`;
  /** Visits until nothing waits for the clock; how long each had to wait for the next. */
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
  expect(device.wire.log.join(', ')).toBe(`create, ${round}, ${again}, ${round}`);
  expect([wait >= 1000, wait <= 2000, further]).toEqual([true, true, []]);
  expect(await device.waiting()).toMatchObject([
    { needsAttention: { step: 'upload', status: 403 } },
  ]);

  device.wire.log.length = 0;
  device.clock.now += DAY;
  await visit();
  expect(await device.waiting()).toMatchObject([{ needsAttention: { status: 403 } }]);
  expect(device.wire.log.join(', ')).toBe(`metadata, ${round}`);

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
  expect(device.wire.log.slice(2, 6)).toEqual([
    `upload 0+${Q}`,
    `upload ${Q}+${Q}`,
    `upload ${2 * Q}+${Q}`,
    `finalize ${3 * Q}+7`,
  ]);
  const shown = (await device.shown()).map((read) => read?.progress.sentBytes);
  expect(shown).toEqual(expect.arrayContaining([Q, 2 * Q, 3 * Q, 3 * Q + 7]));
  await expectDelivered(device, saved);
});

describe('without an answer', () => {
  test('a server that asks for time gets it, unless the visitor presses “Try now”', async () => {
    const saved = await device.save();
    device.wire.fault('create', refusal(503, { 'Retry-After': '120' }));
    const nextAt = device.clock.now + 120_000;
    expect(await device.deliver()).toEqual({ nextAt });
    expect(await device.deliver()).toEqual({ nextAt });
    expect(device.wire.log).toEqual(['create!']);
    await device.deliver(true);
    await expectDelivered(device, saved);
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
    await device.deliver('unreached');
    expect((await device.waiting()).map(({ key }) => key)).toEqual([second.key]);
    expect((await device.deps.store.receipts()).map(({ key }) => key)).toEqual([first.key]);
  });

  test('after two requests without a server the others wait, too; once one gets through, all are sent', async () => {
    for (let n = 0; n < 4; n += 1) await device.save();
    let isAway = true;
    device.wire.onRequest = () => (isAway ? dropped : undefined);
    expect((await device.deliver()).nextAt).toBeGreaterThan(device.clock.now);
    expect(device.wire.log).toHaveLength(2);
    const afterOne = await device.waiting();
    expect(afterOne.filter(({ notBefore }) => notBefore > device.clock.now)).toHaveLength(4);
    // Who was not tried is written once, however many passes find no server.
    device.clock.now += 5_000;
    await device.deliver();
    const afterTwo = await device.waiting();
    expect(afterTwo.map(({ attempts }) => attempts).toSorted()).toEqual([1, 1, 1, 1]);
    const written = (await device.shown()).length;
    device.clock.now += 5_000;
    await device.deliver();
    expect((await device.shown()).length - written).toBe(2);
    for (let n = 0; n < 7; n += 1) await device.deliver(true);
    // A network may be back: the back-off begins anew.
    const { nextAt } = await device.deliver('unreached');
    expect(nextAt! - device.clock.now).toBeLessThanOrEqual(2_000);
    expect(await device.waiting()).toHaveLength(4);
    isAway = false;
    device.clock.now = nextAt!;
    await device.deliver();
    expect(await device.waiting()).toEqual([]);
  });
});

describe('after a refusal', () => {
  const attentionOf = (step: string, status: number) => ({
    step,
    status,
    message: `no (${status})`,
    at: device.clock.now,
    version: CLIENT_VERSION,
  });

  test('one of three requests needs attention with all its data, and the others are sent', async () => {
    const refused = await device.save([1000, 2000]);
    const others = [await device.save([10], 'Two.'), await device.save([10], 'Three.')];
    const ids = new Set<unknown>();
    // The server does not like the first, under whatever id.
    const fetch: Fetch = async (url, init) => {
      const isRefused = String(init.body).includes(refused.fields.description);
      if (isRefused) ids.add(/requests\/(\d+)/.exec(String(init.body))?.[1]);
      return isRefused ? refusal(400).answer!() : device.wire.fetch(url, init);
    };
    expect(await createDeliverer({ ...device.deps, fetch }).deliver()).toEqual({});
    expect(onServer(backend)).toEqual(once(...others));
    expect(ids.size).toBe(2);
    const { key } = refused;
    const attention = attentionOf('create', 400);
    const images = refused.images.map(({ name }) => ({ name }));
    const [record] = await device.waiting();
    expect(record).toMatchObject({ key, fields, images, needsAttention: attention });
    const file = await device.deps.store.file(record!.images[1]!.chosen!);
    expect(await file!.arrayBuffer()).toEqual(refused.images[1]!.bytes);
  });

  const no = refusal(403);
  test.each<[title: string, label: Label, answers: (Fault | 'pass')[], log: string]>([
    [
      'of the text under two ids',
      'create',
      times(3, no),
      'create!, receipt, create!, receipt, create!, receipt',
    ],
    [
      'of a picture',
      'start',
      ['pass', no, no],
      'create, start, finalize 0+10, start!, metadata, start!',
    ],
    [
      'of the attached pictures',
      'attach',
      times(2, no),
      'create, start, finalize 0+10, start, finalize 0+900, attach!, receipt, attach!, receipt',
    ],
  ])(
    '%s the request needs attention, and is tried again a day later or by the next version',
    async (_, label, answers, log) => {
      const saved = await device.save([10]);
      device.wire.fault(label, ...answers);
      await device.deliver();
      const [record] = await device.waiting();
      const step = label === 'start' ? 'upload' : label;
      expect(record!.needsAttention).toEqual(attentionOf(step, 403));
      await device.deliver(true);
      expect(device.wire.log.join(', ')).toBe(log);

      device.clock.now += DAY - 1;
      await device.deliver(true);
      expect(device.wire.log.join(', ')).toBe(log);
      const isCreate = label === 'create';
      if (isCreate) device.clock.now += 1;
      else
        await tamper(({ needsAttention }) => ({
          needsAttention: { ...needsAttention, version: 0.5 },
        }));
      await device.deliver();
      await expectDelivered(device, saved);
    },
  );

  test('because a stranger has the id, the request is delivered under a fresh one', async () => {
    const { fields } = await device.save();
    const [{ id } = { id: '' }] = await device.waiting();
    const stranger = { name: { stringValue: 'stranger' } };
    backend.firestore.commit([{ path: `requests/${id}`, fields: stranger }]);
    await device.deliver();
    const [mine, ...others] = storedRequests(backend).filter(({ email }) => email === fields.email);
    expect(others).toEqual([]);
    expect(mine!.id).not.toBe(id);
    expect(backend.firestore.get(`requests/${id}`)?.fields).toEqual(stranger);
  });

  test('a create that arrives late, after a fresh id was taken, leaves one request', async () => {
    const saved = await device.save();
    let late: (() => Promise<Response>) | undefined;
    device.wire.fault('create', 'pass', refusal(403), refusal(403));
    const fetch: Fetch = async (url, init) => {
      if (!late && init.method === 'POST') {
        late = () => globalThis.fetch(url, { ...init, signal: null });
        throw new TypeError('fetch failed');
      }
      return device.wire.fetch(url, init);
    };
    device.wire.fault('create', 'pass');
    await createDeliverer({ ...device.deps, fetch }).deliver();
    await late!();
    await device.deliver(true);
    await expectDelivered(device, saved);
  });

  test('an upload session at another host counts as lost, and nothing is sent there', async () => {
    const saved = await device.save([1000]);
    device.wire.fault('finalize', dropped);
    await device.deliver();
    const session = 'https://elsewhere.test/upload/1';
    await tamper(({ images: [stored] }) => ({
      images: [{ ...stored!, image: { ...stored!.image, session } }],
    }));
    await device.deliver(true);
    expect(device.wire.log.slice(3).join(', ')).toBe(`metadata, start, finalize 0+1000, ${REST}`);
    await expectDelivered(device, saved);
  });
});

describe('with several tabs and a worker', () => {
  test('two that deliver at the same moment create one document', async () => {
    const saved = await device.save([1000, 2000]);
    const other = createDeliverer(device.deps);
    await Promise.all([
      device.deliver(),
      other.deliver(),
      device.deliver(true),
      other.deliver(true),
    ]);
    await expectDelivered(device, saved);
    expect(device.wire.log).toHaveLength(10);
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

describe('pictures', () => {
  const undecoded: Preparation = { type: 'undecoded' };

  test('that a worker cannot open wait for a page, which continues', async () => {
    const saved = await device.save([1000, 2000]);
    const { key } = saved;
    const prepareImage = async () => undecoded;
    const worker = createDeliverer({ ...device.deps, prepareImage, isPage: false });
    expect(await worker.deliver()).toEqual({});
    expect((await device.shown()).at(-1)).toMatchObject({ key, forPage: true });
    expect(await device.waiting()).toMatchObject([{ key, step: 'upload', forPage: true }]);
    await worker.deliver(true);
    expect(device.wire.log).toEqual(['create']);
    await device.deliver();
    await expectDelivered(device, saved);
  });

  test('that kill one worker are prepared by the next; those that kill two, by a page', async () => {
    // The process is gone, and with it its lock.
    const dieOver = (size: number) =>
      new Promise<void>((died) => {
        const prepareImage = (file: Blob) =>
          file.size === size ? new Promise<never>(() => died()) : device.deps.prepareImage(file);
        const exclusively = createExclusively(undefined);
        const deps = { ...device.deps, prepareImage, exclusively, isPage: false };
        void createDeliverer(deps).deliver();
      });
    const worker = createDeliverer({ ...device.deps, isPage: false });
    const two = await device.save([1000, 2000]);
    await dieOver(1000);
    await dieOver(2000);
    await worker.deliver();
    expect(await device.waiting()).toEqual([]);

    const one = await device.save([3000], 'Another one.');
    await dieOver(3000);
    await dieOver(3000);
    await worker.deliver();
    expect((await device.shown()).at(-1)).toMatchObject({ forPage: true });
    await device.deliver();
    await expectDelivered(device, two, one);
  });

  const unusable: Preparation = { type: 'unusable' };
  test.each<[string, isThere: boolean, prepare: (file: Blob) => Preparation | undefined]>([
    ['cannot be opened', true, ({ size }) => (size === 1000 ? unusable : undefined)],
    ['is gone from the device', false, () => undefined],
  ])('are attached without the one that %s, and the visitor is told', async (...row) => {
    const [, isThere, prepare] = row;
    const saved = await device.save([1000, 2000]);
    const [first, second] = saved.images;
    if (!isThere) {
      await tamper(({ images: [one, ...rest] }) => ({
        images: [{ ...one!, chosen: 'gone' }, ...rest],
      }));
    }
    const prepareImage = async (file: Blob) => prepare(file) ?? device.deps.prepareImage(file);
    await createDeliverer({ ...device.deps, prepareImage }).deliver();
    await expectDelivered(device, { ...saved, images: [second!] });
    expect(await device.deps.store.receipts()).toMatchObject([{ missing: [first!.name] }]);
  });

  test('whose bytes are lost while they wait are left out', async () => {
    const [two, one] = [await device.save([1000, 2000]), await device.save([3000], 'One picture.')];
    const { bytes } = device.deps.store;
    device.deps.store.bytes = async (key, at) => {
      const isLost = key === one.key || (at.index === 1 && at.part === 'image');
      return isLost ? undefined : bytes(key, at);
    };
    await device.deliver();
    await expectDelivered(device, { ...two, images: [two.images[0]!] }, { ...one, images: [] });
  });

  test('that the full disk cannot hold count as a failed try, and are prepared the next time', async () => {
    const saved = await device.save([1000, 2000]);
    const { update } = device.deps.store;
    let isFull = true;
    device.deps.store.update = async (record, expected, prepared) => {
      if (prepared && isFull) throw new StorageError('full');
      return update(record, expected, prepared);
    };
    const { nextAt } = await device.deliver();
    const { key } = saved;
    expect((await device.shown()).at(-1)).toMatchObject({ key, notBefore: nextAt });
    expect(await device.waiting()).toMatchObject([{ step: 'upload', attempts: 1 }]);
    isFull = false;
    device.clock.now = nextAt!;
    await device.deliver();
    await expectDelivered(device, saved);
  });

  test('are prepared once, however often the delivery dies', async () => {
    const saved = await device.save([1000, 2000]);
    const prepared: number[] = [];
    const prepareImage = (file: Blob) => {
      prepared.push(file.size);
      return device.deps.prepareImage(file);
    };
    device.wire.fault('start', dropped, dropped);
    const deliverer = createDeliverer({ ...device.deps, prepareImage });
    for (let pass = 0; pass < 3; pass += 1) await deliverer.deliver(true);
    expect(prepared).toEqual([1000, 2000]);
    await expectDelivered(device, saved);
  });

  /** Prepares the pictures of a request ahead, as while they were its draft's. */
  async function ahead({ images }: Saved, prepareImage = device.deps.prepareImage) {
    const connection = createConnection();
    const { exclusively, now } = device.deps;
    const chosen = images.map(({ id, name, type }) => ({ id, name, type }));
    await createDrafts(connection, now).save({ fields, images: chosen }, [], []);
    await prepareAhead({ connection, exclusively, prepareImage, now });
    connection.close();
  }
  const failing = () => Promise.reject(new Error('It is prepared already.'));

  test('that were prepared ahead are sent as they are; the delivery waits while they are being prepared', async () => {
    const ready = await device.save([1000, 2000]);
    await ahead(ready);
    await createDeliverer({ ...device.deps, prepareImage: failing }).deliver();
    const late = await device.save([3000], 'Sent while it is prepared.');
    const [begun, going] = [deferred<void>(), deferred<void>()];
    const preparing = ahead(late, async (file) => {
      begun.resolve();
      await going.promise;
      return device.deps.prepareImage(file);
    });
    await begun.promise;
    device.wire.onRequest = () => going.resolve();
    await createDeliverer({ ...device.deps, prepareImage: failing }).deliver();
    await preparing;
    await expectDelivered(device, ready, late);
    const connection = createConnection();
    expect(await connection.run((database) => database.getAllKeys('files'))).toEqual([]);
    connection.close();
  });

  test('that killed a worker ahead and another in the delivery are prepared by a page', async () => {
    const saved = await device.save([1000]);
    const never = () => new Promise<never>(() => {});
    const exclusively = createExclusively(undefined);
    const dead = { ...device.deps, prepareImage: never, exclusively, isPage: false };
    device.deps.exclusively = createExclusively(undefined);
    const { images } = saved;
    const triesOf = async () => (await device.deps.store.ahead(images[0]!.id))?.tries;
    void ahead(saved, never);
    await vi.waitFor(async () => expect(await triesOf()).toBe(1));
    device.deps.exclusively = createExclusively(undefined);
    void createDeliverer(dead).deliver();
    // Its create is a try, too.
    const dies = { step: 'upload', tries: 1 };
    await vi.waitFor(async () => expect(await device.waiting()).toMatchObject([dies]));
    await createDeliverer({ ...device.deps, prepareImage: failing, isPage: false }).deliver();
    expect(await device.waiting()).toMatchObject([{ forPage: true }]);
    await device.deliver();
    await expectDelivered(device, saved);
  });
});
