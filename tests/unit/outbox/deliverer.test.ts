/** The deliverer before the embedded backend and the project's rules: what goes over the wire, and what is left. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createDeliverer, type Force } from '../../../src/outbox/deliverer';
import { createExclusively } from '../../../src/outbox/exclusively';
import type { Fetch } from '../../../src/firebase/rest/http';
import type { Preparation } from '../../../src/outbox/deliverRecord';
import { newRecord } from '../../../src/outbox/record';
import { contentOf, removeRequest } from '../../../src/outbox/page/sending';
import { StorageError } from '../../../src/outbox/store';
import { storedRequests } from '../../browser/stored';
import {
  answerLost,
  backend,
  createDevice,
  dropped,
  expectDelivered,
  fields,
  image,
  portal,
  refusal,
  saveSample,
  type Fault,
  type Label,
} from './harness';
import type { SampleImage } from './samples';

const KIB = 1024;

const IMAGES = [image(1000, 1), image(2000, 2)];

let device: ReturnType<typeof createDevice>;
beforeEach(() => {
  device = createDevice();
});

const save = (images = [image(1000, 1), image(2000, 2)]) => saveSample(device.deps, images);
const deliver = (force?: Force) => device.deliverer.deliver(force);
const waiting = () => device.store.list();
const kinds = () => device.events.map(({ type }) => type);
const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

/** A promise that is resolved from outside. */
function createSignal() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}

/** Changes the stored record, as another program might. */
async function tamper(change: (record: Awaited<ReturnType<typeof waiting>>[0]) => object) {
  const [record] = await waiting();
  await device.store.update({ ...record!, ...change(record!) }, record!.revision);
}

test('creates, uploads each picture and its thumbnail, attaches, leaves a receipt', async () => {
  const key = await save();
  expect(await deliver()).toEqual({});
  expect(device.wire.log.join(', ')).toBe(
    `create, start, send 0+1000, start, send 0+900, start, send 0+2000, ${REST}`,
  );
  const { id, files } = await expectDelivered(device, IMAGES);
  const answer = await fetch(files[0]!.url);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(await answer.arrayBuffer()).toEqual(IMAGES[0]!.bytes);
  expect(await device.store.receipts()).toEqual([{ key, id, sentAt: device.clock.now }]);
  expect(kinds().filter((type) => type !== 'progress')).toEqual(['created', 'sent']);
  const steps = device.events.flatMap((event) =>
    event.type === 'progress' ? [[event.progress.sentBytes, event.progress.count]] : [],
  );
  // Created, two images prepared; then each object's session and its bytes.
  const uploads = [0, 1000, 1000, 1900, 1900, 3900, 3900, 4800, 4800];
  expect(steps.map(([bytes]) => bytes)).toEqual([0, 0, 0, ...uploads]);
  expect(steps.map(([, count]) => count)).toEqual([...times(6, 0), ...times(4, 1), 2, 2]);
  const progress = { sentBytes: 4800, totalBytes: 4800, count: 2, total: 2 };
  expect(device.events.at(-2)).toEqual({ type: 'progress', key, progress });
});

test('the text of a newer request goes before the pictures of an older one', async () => {
  await save();
  device.clock.now += 1000;
  await save();
  await deliver();
  expect(device.wire.log.slice(0, 3)).toEqual(['create', 'create', 'start']);
});

const final = () => new Response('OK', { headers: { 'x-goog-upload-status': 'final' } });
const REST = 'start, send 0+900, attach';
const Q = 256 * KIB;

/** A request with an image of so many bytes, or none; what it meets; all that then goes over the wire. */
type Row = [title: string, bytes: number, faults: [Label, ...(Fault | 'pass')[]][], log: string];

test.each<Row>([
  ['a request without pictures is one commit', 0, [], 'create'],
  [
    'large pictures go in chunks that are multiples of 256 KiB and grow on a fast line',
    10 * Q + 7,
    [],
    `create, start, send 0+${Q}, send ${Q}+${2 * Q}, send ${3 * Q}+${4 * Q}, send ${7 * Q}+${3 * Q + 7}, ${REST}`,
  ],
  [
    'the answer of the last chunk is lost: the query finds it final, no byte goes twice',
    1000,
    [['send', answerLost]],
    `create, start, send 0+1000!, query, ${REST}`,
  ],
  [
    'the answer of a chunk in the middle: goes on where the server is',
    2 * Q + 7,
    [['send', answerLost]],
    `create, start, send 0+${Q}!, query, send ${Q}+${Q}, send ${2 * Q}+7, ${REST}`,
  ],
  [
    'a query that is final but has lost its metadata: that object once more, fresh name',
    1000,
    [
      ['send', answerLost],
      ['query', { when: 'after', answer: final }],
    ],
    `create, start, send 0+1000!, query!, start, send 0+1000, ${REST}`,
  ],
  ...[404, 410].map((status): Row => [
    `a session that answers ${status}: that object only starts over`,
    1000,
    [['send', 'pass', refusal(status)]],
    `create, start, send 0+1000, start, send 0+900!, ${REST}`,
  ]),
  [
    'a chunk is refused: the server is asked where it is; refused again: a fresh name',
    1000,
    [['send', refusal(400), refusal(400)]],
    `create, start, send 0+1000!, query, send 0+1000!, start, send 0+1000, ${REST}`,
  ],
  [
    '403 after an unanswered create: the same id is confirmed before a fresh one is taken',
    0,
    [['create', answerLost, refusal(403)]],
    'create!, create!, create',
  ],
  [
    '403 to that, too: then a fresh id',
    0,
    [['create', dropped, refusal(403), refusal(403)]],
    'create!, create!, create!, create',
  ],
])('%s', async (_, bytes, faults, log) => {
  const images = bytes === 0 ? [] : [image(bytes, 1)];
  await save(images);
  for (const [label, ...answers] of faults) device.wire.fault(label, ...answers);
  await deliver();
  if ((await waiting()).length > 0) await deliver(true);
  expect(device.wire.log.join(', ')).toBe(log);
  // An object whose address was lost stays with the server.
  await expectDelivered(device, images, {}, log.includes('query!') ? 1 : 0);
});

test('a chunk that was cut on its way: goes on at the server’s offset', async () => {
  await save([image(700_000, 1)]);
  backend.faults.add({
    service: 'storage',
    header: { name: 'X-Goog-Upload-Command', value: /^upload$/ },
    count: 1,
    do: { kind: 'cut', afterBytes: 100_000 },
  });
  await deliver();
  await deliver(true);
  expect(device.wire.log.slice(3, 5)).toEqual(['query', expect.stringMatching(/^send [1-9]/)]);
  await expectDelivered(device, [image(700_000, 1)]);
});

describe('answers that are not the server’s yes', () => {
  const statuses = [408, 425, 429, 500, 502, 503, 504, 401].map((status) => refusal(status));
  const all = [...statuses, portal, dropped, answerLost];
  test.each(['create', 'start', 'send', 'attach'] as const)(
    '%s: kept and delivered later',
    async (label) => {
      await save();
      device.wire.fault(label, ...all);
      for (const index of all.keys()) {
        const { nextAt } = await deliver();
        expect(device.events.at(-1)).toEqual({
          type: 'postponed',
          key: 'key-1',
          notBefore: nextAt,
        });
        const delay = nextAt! - device.clock.now;
        const full = Math.min(2000 * 2 ** index, 600_000);
        expect(delay).toBeGreaterThanOrEqual(full / 2);
        expect(delay).toBeLessThanOrEqual(full);
        const isThere = label !== 'create' || index === all.length - 1;
        expect(storedRequests(backend)).toHaveLength(isThere ? 1 : 0);
        device.clock.now = nextAt!;
      }
      expect(await deliver()).toEqual({});
      await expectDelivered(device, IMAGES);
    },
  );

  test('a server that asks for more time gets it; a pass that is not forced waits', async () => {
    await save([]);
    device.wire.fault('create', refusal(503, { 'Retry-After': '120' }));
    const nextAt = device.clock.now + 120_000;
    expect(await deliver()).toEqual({ nextAt });
    expect(await deliver()).toEqual({ nextAt });
    expect(device.wire.log).toEqual(['create!']);
    await deliver(true);
    await expectDelivered(device, []);
  });

  test('when a network may be back, only what found no server is tried before its time', async () => {
    const [first, second] = [await save([]), await save([])];
    device.wire.fault('create', dropped, refusal(503));
    await deliver();
    expect((await waiting()).map(({ attempts, unreached }) => [attempts, unreached])).toEqual([
      [1, true],
      [1, undefined],
    ]);
    await deliver('unreached');
    expect((await waiting()).map(({ key }) => key)).toEqual([second]);
    expect((await device.store.receipts()).map(({ key }) => key)).toEqual([first]);
  });

  test('one record that reaches the server takes along all that had found none', async () => {
    for (let n = 0; n < 4; n += 1) await save([]);
    device.wire.fault('create', ...times(12, dropped));
    // Two records in a row without a server end a pass, so the others' turns come with later ones.
    for (let n = 0; n < 6; n += 1) await deliver(true);
    const { nextAt } = await deliver();
    expect(await waiting()).toHaveLength(4);
    device.clock.now = nextAt!;
    await deliver();
    await expect(waiting()).resolves.toEqual([]);
  });

  test('when a network may be back, the back-off of what found no server begins anew', async () => {
    await save([]);
    device.wire.fault('create', ...times(8, dropped));
    for (let n = 0; n < 7; n += 1) await deliver(true);
    expect((await waiting())[0]!.attempts).toBe(7);
    const { nextAt } = await deliver('unreached');
    expect(nextAt! - device.clock.now).toBeLessThanOrEqual(2_000);
  });

  test('no server: after two records the pass ends, and all are told', async () => {
    for (let n = 0; n < 4; n += 1) await save([]);
    device.wire.fault('create', ...times(4, dropped));
    const { nextAt } = await deliver();
    expect(device.wire.log).toHaveLength(2);
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(kinds()).toEqual(times(4, 'postponed'));
  });
});

describe('refusals', () => {
  test('one of three needs attention with all its data, the others are sent', async () => {
    const key = await save();
    await save();
    await save();
    device.wire.fault('create', refusal(400));
    expect(await deliver()).toEqual({});
    expect(storedRequests(backend)).toHaveLength(2);
    const attention = { step: 'create', status: 400, message: 'no (400)' };
    expect(device.events).toContainEqual({ type: 'refused', key, attention });
    const images = IMAGES.map(({ name }) => ({ name }));
    expect(await waiting()).toMatchObject([{ key, fields, images, needsAttention: attention }]);
    const [record] = await waiting();
    const file = await device.store.file(record!.images[1]!.chosen!);
    expect(await file!.arrayBuffer()).toEqual(IMAGES[1]!.bytes);
  });

  test.each<[title: string, label: Label, answers: (Fault | 'pass')[], log: string]>([
    [
      '403 under the fresh id too: needs attention',
      'create',
      times(2, refusal(403)),
      'create!, create!',
    ],
    [
      'the object exists: a fresh name; refused again: attention',
      'start',
      [refusal(403), 'pass', refusal(403), refusal(403)],
      'create, start!, start, send 0+10, start!, start!',
    ],
    [
      'the attach is refused: attention',
      'attach',
      [refusal(403)],
      'create, start, send 0+10, start, send 0+900, attach!',
    ],
  ])('%s', async (_, label, answers, log) => {
    await save([image(10, 1)]);
    device.wire.fault(label, ...answers);
    await deliver();
    const [record] = await waiting();
    const step = label === 'start' ? 'upload' : label;
    expect(record!.needsAttention).toEqual({ step, status: 403, message: 'no (403)' });
    await deliver(true);
    expect(device.wire.log.join(', ')).toBe(log);
  });

  test('a stranger has the id: delivered under a fresh one', async () => {
    await save([]);
    const [{ id } = { id: '' }] = await waiting();
    const stranger = { name: { stringValue: 'stranger' } };
    backend.firestore.commit([{ path: `requests/${id}`, fields: stranger }]);
    await deliver();
    expect(storedRequests(backend)).toHaveLength(2);
    expect(backend.firestore.get(`requests/${id}`)?.fields).toEqual(stranger);
    expect(device.wire.log).toEqual(['create', 'create']);
  });

  test('a stored session at another host counts as lost: nothing goes there', async () => {
    await save([image(1000, 1)]);
    device.wire.fault('send', dropped);
    await deliver();
    const session = 'https://elsewhere.test/upload/1';
    await tamper(({ images: [stored] }) => ({
      images: [{ ...stored!, image: { ...stored!.image, session } }],
    }));
    await deliver(true);
    expect(device.wire.log.slice(3).join(', ')).toBe(`start, send 0+1000, ${REST}`);
    await expectDelivered(device, [image(1000, 1)]);
  });

  test('sessions that keep vanishing are tried slower, not for ever at once', async () => {
    await save([image(10, 1)]);
    device.wire.fault('send', ...times(6, refusal(404)));
    const { nextAt } = await deliver();
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(device.wire.log.filter((entry) => entry === 'start')).toHaveLength(4);
  });
});

describe('several contexts', () => {
  test('triggers in two contexts at once: one document', async () => {
    await save();
    const other = createDeliverer(device.deps);
    await Promise.all([deliver(), other.deliver(), deliver(true), other.deliver(true)]);
    await expectDelivered(device, IMAGES);
    expect(device.wire.log).toHaveLength(10);
  });

  test('a trigger that arrives while another context delivers leads to another pass', async () => {
    await save([]);
    let late: Promise<unknown> | undefined;
    device.wire.onRequest = async () => {
      device.wire.onRequest = () => undefined;
      await save([]);
      late = createDeliverer(device.deps).deliver();
    };
    await deliver();
    await late;
    expect(storedRequests(backend)).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  test('a deliverer that lost its lock while frozen changes nothing', async () => {
    await save([]);
    const [frozen, waking] = [createSignal(), createSignal()];
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
    expect(device.events.filter(({ type }) => type === 'sent')).toHaveLength(1);
  });

  test('stopping leaves the record for the next trigger', async () => {
    await save();
    const stop = new AbortController();
    device.wire.onRequest = (label) => {
      if (label === 'send') stop.abort();
    };
    await createDeliverer({ ...device.deps, signal: stop.signal }).deliver();
    expect((await waiting())[0]).toMatchObject({ step: 'upload', attempts: 0 });
    device.wire.onRequest = () => undefined;
    await deliver();
    await expectDelivered(device, IMAGES);
  });
});

describe('removing', () => {
  const remove = (key: string) => removeRequest(device.deps, key);

  test('before the create: no document', async () => {
    const file = image(1000, 1);
    const key = await save([file]);
    expect(await remove(key)).toBe('removed');
    await deliver();
    expect(device.wire.log).toEqual([]);
    expect(await device.store.file(file.id)).toBeUndefined();
  });

  test.each<[when: string, label: Label, log: string[]]>([
    ['the create is on its way: its answer is waited for', 'create', ['create']],
    ['uploading: no more pictures leave', 'send', ['create', 'start', 'send 0+1000']],
  ])('while %s', async (_, during, log) => {
    const key = await save();
    let removal: Promise<string> | undefined;
    device.wire.onRequest = async (label) => {
      if (label !== during) return;
      removal ??= remove(key);
      if (label === 'send') await removal;
    };
    await deliver();
    expect(await removal).toBe('sent');
    expect(storedRequests(backend)).toHaveLength(1);
    expect(kinds()).not.toContain('sent');
    expect(device.wire.log).toEqual(log);
  });

  test('after an unanswered create: the server is asked, without creating', async () => {
    const arrived = await save([]);
    device.wire.fault('create', answerLost, dropped);
    await deliver();
    const lost = await save([]);
    await deliver();
    expect(await remove(arrived)).toBe('sent');
    expect(await remove(lost)).toBe('removed');
    expect(storedRequests(backend)).toHaveLength(1);
  });

  test('what was sent meanwhile, and what never was', async () => {
    const key = await save([]);
    await deliver();
    expect(await remove(key)).toBe('sent');
    expect(await remove('unknown')).toBe('removed');
  });
});

describe('images', () => {
  const undecoded: Preparation = { type: 'undecoded' };

  test('what a worker cannot open waits for a page, which goes on with it', async () => {
    const key = await save();
    const prepareImage = async () => undecoded;
    const worker = createDeliverer({ ...device.deps, prepareImage, isPage: false });
    expect(await worker.deliver()).toEqual({});
    expect(kinds()).toEqual(['created', 'progress', 'undecoded']);
    expect(await waiting()).toMatchObject([{ key, step: 'upload', forPage: true }]);
    await worker.deliver(true);
    expect(device.wire.log).toEqual(['create']);
    await deliver();
    await expectDelivered(device, IMAGES);
  });

  test('that workers die over once each are prepared by the next; twice, by a page', async () => {
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
    await save();
    await dieOver(1000);
    await dieOver(2000);
    await worker.deliver();
    expect(device.events.at(-1)).toMatchObject({ type: 'sent' });

    await save([image(3000, 3)]);
    await dieOver(3000);
    await dieOver(3000);
    await worker.deliver();
    expect(device.events.at(-1)).toMatchObject({ type: 'undecoded' });
    await deliver();
    expect(storedRequests(backend).map(({ files }) => files.length)).toEqual([2, 1]);
  });

  test.each<[string, Preparation, isThere: boolean]>([
    ['nothing can open', { type: 'unusable', message: 'No image.' }, true],
    ['is no longer here', undecoded, false],
  ])('one that %s: the text has arrived, the visitor is told', async (_, preparation, isThere) => {
    await save([image(1000, 1)]);
    if (!isThere) {
      await tamper(({ images: [chosen] }) => ({ images: [{ ...chosen!, chosen: 'gone' }] }));
    }
    const prepareImage = async () => preparation;
    await createDeliverer({ ...device.deps, prepareImage }).deliver();
    expect(storedRequests(backend)).toHaveLength(1);
    expect((await waiting())[0]!.needsAttention).toMatchObject({ step: 'upload', status: 0 });
  });

  test('that the disk has no room for count as a failed try, and are prepared the next time', async () => {
    const key = await save();
    const { update } = device.store;
    let isFull = true;
    device.store.update = async (record, expected, prepared) => {
      if (prepared && isFull) throw new StorageError('full');
      return update(record, expected, prepared);
    };
    const { nextAt } = await deliver();
    expect(device.events.at(-1)).toEqual({ type: 'postponed', key, notBefore: nextAt });
    expect(await waiting()).toMatchObject([{ step: 'upload', attempts: 1 }]);
    isFull = false;
    device.clock.now = nextAt!;
    await deliver();
    await expectDelivered(device, IMAGES);
  });

  test('are prepared once, however often the delivery dies', async () => {
    await save();
    const prepared: number[] = [];
    const prepareImage = (file: Blob) => {
      prepared.push(file.size);
      return device.deps.prepareImage(file);
    };
    device.wire.fault('start', dropped, dropped);
    const deliverer = createDeliverer({ ...device.deps, prepareImage });
    for (let pass = 0; pass < 3; pass += 1) await deliverer.deliver(true);
    expect(prepared).toEqual([1000, 2000]);
    await expectDelivered(device, IMAGES);
  });
});

describe('edit and send again', () => {
  /** Sends the content of a refused record once more, with changes. */
  async function sendAgain(key: string, changes: Partial<typeof fields>, images?: SampleImage[]) {
    const { deps, store } = device;
    const content = (await contentOf(store, key))!;
    const files = images ?? content.images;
    const fields = { ...content.fields, ...changes };
    const old = (await store.read(key))!;
    const record = newRecord({ ...deps, fields, images: files, savedAt: deps.now() }, old);
    await store.save(record, files, old);
    await deliver();
  }

  test('a refused create: once, with the new values and the old images', async () => {
    const key = await save();
    device.wire.fault('create', refusal(400));
    await deliver();
    expect(await contentOf(device.store, key)).toMatchObject({ fields, replaces: key });
    await sendAgain(key, { name: 'Grace' });
    await expectDelivered(device, IMAGES, { name: 'Grace' });
  });

  test('refused images, fields unchanged: the same document gets the new images', async () => {
    const key = await save([image(10, 1)]);
    device.wire.fault('start', refusal(403), refusal(403));
    await deliver();
    // They come back as they were prepared.
    const [refused] = (await contentOf(device.store, key))!.images;
    expect(await refused!.file.arrayBuffer()).toEqual(image(10, 1).bytes);
    await sendAgain(key, {}, [image(20, 2)]);
    await expectDelivered(device, [image(20, 2)]);
  });

  test('what does not need attention is not reopened', async () => {
    expect(await contentOf(device.store, await save())).toBeUndefined();
  });
});
