import { beforeEach, describe, expect, test } from 'vitest';
import { createDeliverer, type Force } from '../../../src/outbox/deliverer';
import { createExclusively } from '../../../src/outbox/exclusively';
import type { Fetch } from '../../../src/firebase/rest/http';
import type { Preparation } from '../../../src/outbox/deliverRecord';
import { contentOf, removeRequest } from '../../../src/outbox/page/sending';
import { StorageError } from '../../../src/outbox/store';
import { newRecord } from '../../../src/outbox/requests';
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
const attentionOf = async () => (await waiting())[0]?.needsAttention;
const kinds = () => device.events.map(({ type }) => type);

describe('a delivery without trouble', () => {
  test('creates, uploads each picture and its thumbnail, attaches, leaves a receipt', async () => {
    const key = await save();
    expect(await deliver()).toEqual({});
    expect(device.wire.log).toEqual([
      'create',
      'start',
      'send 0+1000',
      'start',
      'send 0+900',
      'start',
      'send 0+2000',
      'start',
      'send 0+900',
      'attach',
    ]);
    const { id, files } = await expectDelivered(device, IMAGES);
    const answer = await fetch(files[0]!.url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(await answer.arrayBuffer()).toEqual(IMAGES[0]!.bytes);
    expect(await device.store.receipts()).toEqual([{ key, id, sentAt: device.clock.now }]);
    expect(kinds().filter((type) => type !== 'progress')).toEqual(['created', 'sent']);
    const progress = device.events.filter((event) => event.type === 'progress');
    expect(progress.at(-1)).toEqual({
      type: 'progress',
      key,
      progress: { sentBytes: 4800, totalBytes: 4800, count: 2, total: 2 },
    });
  });

  test('a request without pictures is one commit', async () => {
    await save([]);
    await deliver();
    expect(device.wire.log).toEqual(['create']);
    await expectDelivered(device, []);
  });

  test('the text of a newer request goes before the pictures of an older one', async () => {
    await save();
    device.clock.now += 1000;
    await save();
    await deliver();
    expect(device.wire.log.slice(0, 3)).toEqual(['create', 'create', 'start']);
  });

  test('large pictures go in chunks that are multiples of 256 KiB and grow on a fast line', async () => {
    await save([image(3_000_000, 3)]);
    await deliver();
    expect(device.wire.log.filter((entry) => entry.startsWith('send')).slice(0, 4)).toEqual([
      `send 0+${256 * KIB}`,
      `send ${256 * KIB}+${512 * KIB}`,
      `send ${768 * KIB}+${1024 * KIB}`,
      `send ${1792 * KIB}+${1024 * KIB}`,
    ]);
    await expectDelivered(device, [image(3_000_000, 3)]);
  });
});

describe('lost answers', () => {
  test.each(['create', 'start', 'send', 'attach'] as const)(
    'of %s: everything once',
    async (label) => {
      await save();
      device.wire.fault(label, answerLost);
      const { nextAt } = await deliver();
      expect(device.events.at(-1)).toEqual({ type: 'postponed', key: 'key-1', notBefore: nextAt });
      device.clock.now = nextAt!;
      await deliver();
      await expectDelivered(device, IMAGES);
    },
  );

  test('of the last chunk: the query finds it final, no byte goes twice', async () => {
    await save([image(1000, 1)]);
    device.wire.fault('send', answerLost);
    await deliver();
    await deliver(true);
    expect(device.wire.log).toEqual([
      'create',
      'start',
      'send 0+1000!',
      'query',
      'start',
      'send 0+900',
      'attach',
    ]);
  });

  test('of a chunk in the middle: goes on where the server is', async () => {
    await save([image(600 * KIB, 1)]);
    device.wire.fault('send', answerLost);
    await deliver();
    await deliver(true);
    expect(device.wire.log.slice(2, 6)).toEqual([
      `send 0+${256 * KIB}!`,
      'query',
      `send ${256 * KIB}+${256 * KIB}`,
      `send ${512 * KIB}+${88 * KIB}`,
    ]);
    await expectDelivered(device, [image(600 * KIB, 1)]);
  });

  test('a chunk that was cut on its way: goes on at the server’s offset', async () => {
    await save([image(700_000, 1)]);
    const value = /^upload$/;
    backend.faults.add({
      service: 'storage',
      header: { name: 'X-Goog-Upload-Command', value },
      count: 1,
      do: { kind: 'cut', afterBytes: 100_000 },
    });
    await deliver();
    await deliver(true);
    expect(device.wire.log.slice(3, 5)).toEqual(['query', expect.stringMatching(/^send [1-9]/)]);
    await expectDelivered(device, [image(700_000, 1)]);
  });

  test('a query that is final but has lost its metadata: that object once more, fresh name', async () => {
    await save([image(1000, 1)]);
    device.wire.fault('send', answerLost);
    device.wire.fault('query', {
      when: 'after',
      answer: () => new Response('OK', { headers: { 'x-goog-upload-status': 'final' } }),
    });
    await deliver();
    await deliver(true);
    expect(device.wire.log.slice(3, 6)).toEqual(['query!', 'start', 'send 0+1000']);
    expect(await waiting()).toEqual([]);
  });
});

describe('answers that are not the server’s yes', () => {
  const statuses = [408, 425, 429, 500, 502, 503, 504, 401].map((status) => refusal(status));
  const all = [...statuses, portal, dropped];
  test.each(['create', 'start', 'send', 'attach'] as const)(
    '%s: kept and delivered later',
    async (label) => {
      await save();
      device.wire.fault(label, ...all);
      const delays: number[] = [];
      for (let pass = 0; pass < all.length; pass += 1) {
        const { nextAt } = await deliver();
        delays.push(nextAt! - device.clock.now);
        expect(storedRequests(backend)).toHaveLength(label === 'create' ? 0 : 1);
        device.clock.now = nextAt!;
      }
      for (const [index, delay] of delays.entries()) {
        const full = Math.min(2000 * 2 ** index, 600_000);
        expect(delay).toBeGreaterThanOrEqual(full / 2);
        expect(delay).toBeLessThanOrEqual(full);
      }
      expect(await deliver()).toEqual({});
      await expectDelivered(device, IMAGES);
    },
  );

  test('a pass that is not forced leaves a record that backs off alone', async () => {
    await save([]);
    device.wire.fault('create', refusal(503));
    const { nextAt } = await deliver();
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
    device.wire.fault('create', ...Array.from({ length: 12 }, () => dropped));
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
    device.wire.fault('create', ...Array.from({ length: 8 }, () => dropped));
    for (let n = 0; n < 7; n += 1) await deliver(true);
    expect((await waiting())[0]!.attempts).toBe(7);
    const { nextAt } = await deliver('unreached');
    expect(nextAt! - device.clock.now).toBeLessThanOrEqual(2_000);
    device.clock.now = nextAt!;
    await deliver();
    await expectDelivered(device, []);
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

  test('403 after an unanswered create: the same id is confirmed before a fresh one is taken', async () => {
    await save([]);
    device.wire.fault('create', answerLost, refusal(403));
    await deliver();
    await deliver(true);
    await expectDelivered(device, []);
  });

  test('403 under the fresh id too: needs attention', async () => {
    await saveSample(device.deps, [], { name: '' });
    await deliver();
    expect(await attentionOf()).toMatchObject({ step: 'create', status: 403 });
    expect(storedRequests(backend)).toEqual([]);
    await deliver(true);
    expect(device.wire.log).toHaveLength(2);
  });

  test.each([404, 410])(
    'a session that answers %i: that object only starts over',
    async (status) => {
      await save();
      device.wire.fault('send', 'pass', 'pass', refusal(status));
      await deliver();
      expect(device.wire.log.slice(5)).toEqual([
        'start',
        'send 0+2000!',
        'start',
        'send 0+2000',
        'start',
        'send 0+900',
        'attach',
      ]);
      await expectDelivered(device, IMAGES);
    },
  );

  test('a stored session at another host counts as lost: nothing goes there', async () => {
    await save([image(1000, 1)]);
    device.wire.fault('send', dropped);
    await deliver();
    const [record] = await waiting();
    const session = 'https://elsewhere.test/upload/1';
    const [stored] = record!.images;
    const images = [{ ...stored!, image: { ...stored!.image, session } }];
    await device.store.update({ ...record!, images }, record!.revision);
    await deliver(true);
    expect(device.wire.log.slice(3)).toEqual([
      'start',
      'send 0+1000',
      'start',
      'send 0+900',
      'attach',
    ]);
    await expectDelivered(device, [image(1000, 1)]);
  });

  test('sessions that keep vanishing are tried slower, not for ever at once', async () => {
    await save([image(10, 1)]);
    device.wire.fault('send', ...Array.from({ length: 6 }, () => refusal(404)));
    const { nextAt } = await deliver();
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(device.wire.log.filter((entry) => entry === 'start')).toHaveLength(4);
  });

  test('the object exists: a fresh name; refused again: attention', async () => {
    await save([image(10, 1)]);
    device.wire.fault('start', refusal(403), 'pass', refusal(403), refusal(403));
    await deliver();
    expect(device.wire.log).toEqual(['create', 'start!', 'start', 'send 0+10', 'start!', 'start!']);
    expect(await attentionOf()).toMatchObject({ step: 'upload' });
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
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let fallAsleep = () => {};
    const sleeping = new Promise<void>((resolve) => (fallAsleep = resolve));
    const fetch: Fetch = async (url, init) => {
      fallAsleep();
      await asleep;
      return device.wire.fetch(url, init);
    };
    const first = createDeliverer({ ...device.deps, fetch }).deliver();
    await sleeping;
    device.clock.now += 3_600_000;
    const exclusively = createExclusively(undefined);
    await createDeliverer({ ...device.deps, exclusively }).deliver();
    wake();
    await first;
    expect(storedRequests(backend)).toHaveLength(1);
    expect(device.events.filter(({ type }) => type === 'sent')).toHaveLength(1);
  });

  test('no server: after two records the pass ends, and all are told', async () => {
    for (let n = 0; n < 4; n += 1) await save([]);
    device.wire.fault('create', dropped, dropped, dropped, dropped);
    const { nextAt } = await deliver();
    expect(device.wire.log).toHaveLength(2);
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(kinds()).toEqual(Array.from({ length: 4 }, () => 'postponed'));
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
  test('before the create: no document', async () => {
    const file = image(1000, 1);
    const key = await save([file]);
    expect(await removeRequest(device.deps, key)).toBe('removed');
    await deliver();
    expect(device.wire.log).toEqual([]);
    expect(await device.store.file(file.id)).toBeUndefined();
  });

  test('while the create is on its way: its answer is waited for', async () => {
    const key = await save();
    let removal: Promise<string> | undefined;
    device.wire.onRequest = () => {
      removal ??= removeRequest(device.deps, key);
    };
    await deliver();
    expect(await removal).toBe('sent');
    expect(storedRequests(backend)).toHaveLength(1);
    expect(device.events.filter(({ type }) => type === 'sent')).toEqual([]);
  });

  test('while uploading: sent, and no more pictures leave', async () => {
    const key = await save();
    let removal: string | undefined;
    device.wire.onRequest = async (label) => {
      if (label === 'send') removal ??= await removeRequest(device.deps, key);
    };
    await deliver();
    expect(removal).toBe('sent');
    expect(device.wire.log).toEqual(['create', 'start', 'send 0+1000']);
  });

  test('after an unanswered create: the server is asked, without creating', async () => {
    const arrived = await save([]);
    device.wire.fault('create', answerLost, dropped);
    await deliver();
    const lost = await save([]);
    await deliver();
    expect(await removeRequest(device.deps, arrived)).toBe('sent');
    expect(await removeRequest(device.deps, lost)).toBe('removed');
    expect(storedRequests(backend)).toHaveLength(1);
  });

  test('what was sent meanwhile, and what never was', async () => {
    const key = await save([]);
    await deliver();
    expect(await removeRequest(device.deps, key)).toBe('sent');
    expect(await removeRequest(device.deps, 'unknown')).toBe('removed');
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

  test.each<[string, (file: Blob) => Promise<Preparation>, boolean]>([
    ['nothing can open', async () => ({ type: 'unusable', message: 'No image.' }), true],
    ['is no longer here', async () => undecoded, false],
  ])('one that %s: the text has arrived, the visitor is told', async (_, prepareImage, isThere) => {
    await save([image(1000, 1)]);
    const [record] = await waiting();
    const [chosen] = record!.images;
    const images = [isThere ? chosen! : { ...chosen!, chosen: 'gone' }];
    await device.store.update({ ...record!, images }, record!.revision);
    await createDeliverer({ ...device.deps, prepareImage }).deliver();
    expect(storedRequests(backend)).toHaveLength(1);
    expect(await attentionOf()).toMatchObject({ step: 'upload', status: 0 });
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
