import { describe, expect, test } from 'vitest';
import { createDeliverer } from '../../../src/outbox/deliverer';
import { createExclusively } from '../../../src/outbox/exclusively';
import type { Preparation } from '../../../src/outbox/deliverRecord';
import { removeRequest } from '../../../src/outbox/removeRequest';
import { contentOf, newRecord, succeed, summaryOf } from '../../../src/outbox/requests';
import { answerLost, dropped, portal, refusal } from './fakeBackend';
import { createDevice, expectDelivered, fields, image, saveSample } from './harness';
import type { SampleImage } from './samples';

const KIB = 1024;

const save = (
  device: ReturnType<typeof createDevice>,
  images: SampleImage[] = [image(1000, 1), image(2000, 2)],
) => saveSample(device.deps, images);

const listed = async ({ store }: ReturnType<typeof createDevice>) =>
  (await store.list()).map(summaryOf);

describe('a delivery without trouble', () => {
  test('creates, uploads each picture and its thumbnail, attaches, leaves a receipt', async () => {
    const device = createDevice();
    const key = await save(device);
    expect(await device.deliverer.deliver()).toEqual({});
    expect(device.server.log).toEqual([
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
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    const [id] = device.server.documents.keys();
    expect(await device.store.receipts()).toEqual([{ key, id, sentAt: device.clock.now }]);
    expect(device.events.map(({ type }) => type).filter((type) => type !== 'progress')).toEqual([
      'created',
      'sent',
    ]);
    const progress = device.events.filter((event) => event.type === 'progress');
    expect(progress.at(-1)).toEqual({
      type: 'progress',
      key,
      progress: { sentBytes: 4800, totalBytes: 4800, count: 2, total: 2 },
    });
  });

  test('a request without pictures is one commit', async () => {
    const device = createDevice();
    await save(device, []);
    await device.deliverer.deliver();
    expect(device.server.log).toEqual(['create']);
    await expectDelivered(device, []);
  });

  test('the text of a newer request goes before the pictures of an older one', async () => {
    const device = createDevice();
    await save(device);
    device.clock.now += 1000;
    await save(device);
    await device.deliverer.deliver();
    expect(device.server.log.slice(0, 3)).toEqual(['create', 'create', 'start']);
  });

  test('large pictures go in chunks that are multiples of 256 KiB and grow on a fast line', async () => {
    const device = createDevice();
    await save(device, [image(3_000_000, 3)]);
    await device.deliverer.deliver();
    expect(device.server.log.filter((entry) => entry.startsWith('send')).slice(0, 4)).toEqual([
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
      const device = createDevice();
      await save(device);
      device.server.fault(label, answerLost);
      const { nextAt } = await device.deliverer.deliver();
      expect(device.events.at(-1)).toEqual({ type: 'postponed', key: 'key-1', notBefore: nextAt });
      device.clock.now = nextAt!;
      await device.deliverer.deliver();
      await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    },
  );

  test('of the last chunk: the query finds it final, no byte goes twice', async () => {
    const device = createDevice();
    await save(device, [image(1000, 1)]);
    device.server.fault('send', answerLost);
    await device.deliverer.deliver();
    await device.deliverer.deliver(true);
    expect(device.server.log).toEqual([
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
    const device = createDevice();
    await save(device, [image(600 * KIB, 1)]);
    device.server.fault('send', answerLost);
    await device.deliverer.deliver();
    await device.deliverer.deliver(true);
    expect(device.server.log.slice(2, 6)).toEqual([
      `send 0+${256 * KIB}!`,
      'query',
      `send ${256 * KIB}+${256 * KIB}`,
      `send ${512 * KIB}+${88 * KIB}`,
    ]);
    await expectDelivered(device, [image(600 * KIB, 1)]);
  });

  test('a query that is final but has lost its metadata: that object once more, fresh name', async () => {
    const device = createDevice();
    await save(device, [image(1000, 1)]);
    device.server.fault('send', answerLost);
    device.server.fault('query', {
      when: 'after',
      answer: () => new Response('OK', { headers: { 'x-goog-upload-status': 'final' } }),
    });
    await device.deliverer.deliver();
    await device.deliverer.deliver(true);
    expect(device.server.log.slice(3, 6)).toEqual(['query!', 'start', 'send 0+1000']);
    expect(await device.store.list()).toEqual([]);
  });
});

describe('answers that are not the server’s yes', () => {
  const statuses = [408, 425, 429, 500, 502, 503, 504, 401].map((status) => refusal(status));
  const all = [...statuses, portal, dropped];
  test.each(['create', 'start', 'send', 'attach'] as const)(
    '%s: kept and delivered later',
    async (label) => {
      const device = createDevice();
      await save(device);
      device.server.fault(label, ...all);
      const delays: number[] = [];
      for (let pass = 0; pass < all.length; pass += 1) {
        const { nextAt } = await device.deliverer.deliver();
        delays.push(nextAt! - device.clock.now);
        expect(device.server.documents.size).toBe(label === 'create' ? 0 : 1);
        device.clock.now = nextAt!;
      }
      for (const [index, delay] of delays.entries()) {
        const full = Math.min(2000 * 2 ** index, 600_000);
        expect(delay).toBeGreaterThanOrEqual(full / 2);
        expect(delay).toBeLessThanOrEqual(full);
      }
      expect(await device.deliverer.deliver()).toEqual({});
      await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    },
  );

  test('Retry-After is honoured', async () => {
    const device = createDevice();
    await save(device);
    device.server.fault('create', refusal(503, { 'retry-after': '120' }));
    expect(await device.deliverer.deliver()).toEqual({ nextAt: device.clock.now + 120_000 });
  });

  test('a pass that is not forced leaves a record that backs off alone', async () => {
    const device = createDevice();
    await save(device, []);
    device.server.fault('create', refusal(503));
    const { nextAt } = await device.deliverer.deliver();
    expect(await device.deliverer.deliver()).toEqual({ nextAt });
    expect(device.server.log).toEqual(['create!']);
    await device.deliverer.deliver(true);
    await expectDelivered(device, []);
  });

  test('when a network may be back, only what found no server is tried before its time', async () => {
    const device = createDevice();
    const [first, second] = [await save(device, []), await save(device, [])];
    device.server.fault('create', dropped);
    device.server.fault('create', refusal(503));
    await device.deliverer.deliver();
    const waiting = await device.store.list();
    expect(waiting.map(({ attempts, unreached }) => [attempts, unreached])).toEqual([
      [1, true],
      [1, undefined],
    ]);
    await device.deliverer.deliver('unreached');
    expect((await device.store.list()).map(({ key }) => key)).toEqual([second]);
    expect((await device.store.receipts()).map(({ key }) => key)).toEqual([first]);
  });

  test('one record that reaches the server takes along all that had found none', async () => {
    const device = createDevice();
    for (let n = 0; n < 4; n += 1) await save(device, []);
    device.server.fault('create', ...Array.from({ length: 12 }, () => dropped));
    // Two records in a row without a server end a pass, so the others' turns come with later ones.
    for (let n = 0; n < 6; n += 1) await device.deliverer.deliver(true);
    const { nextAt } = await device.deliverer.deliver();
    expect(await device.store.list()).toHaveLength(4);
    device.clock.now = nextAt!;
    await device.deliverer.deliver();
    await expect(device.store.list()).resolves.toEqual([]);
  });

  test('when a network may be back, the back-off of what found no server begins anew', async () => {
    const device = createDevice();
    await save(device, []);
    device.server.fault('create', ...Array.from({ length: 8 }, () => dropped));
    for (let n = 0; n < 7; n += 1) await device.deliverer.deliver(true);
    expect((await device.store.list())[0]!.attempts).toBe(7);
    const { nextAt } = await device.deliverer.deliver('unreached');
    expect(nextAt! - device.clock.now).toBeLessThanOrEqual(2_000);
    device.clock.now = nextAt!;
    await device.deliverer.deliver();
    await expectDelivered(device, []);
  });

  test('a 403 page of a proxy is not the server’s refusal', async () => {
    const device = createDevice();
    await save(device, []);
    const page = { when: 'before' as const, answer: () => new Response('<html>', { status: 403 }) };
    device.server.fault('create', page);
    await device.deliverer.deliver();
    expect((await listed(device))[0]).not.toHaveProperty('needsAttention');
  });
});

describe('refusals', () => {
  test('one of three needs attention with all its data, the others are sent', async () => {
    const device = createDevice();
    const key = await save(device);
    await save(device);
    await save(device);
    device.server.fault('create', refusal(400));
    expect(await device.deliverer.deliver()).toEqual({});
    expect(device.server.documents.size).toBe(2);
    const attention = { step: 'create', status: 400, message: 'no (400)' };
    expect(device.events).toContainEqual({ type: 'refused', key, attention });
    expect(await listed(device)).toMatchObject([
      { key, fields, imageNames: ['image-1.jpg', 'image-2.jpg'], needsAttention: attention },
    ]);
    const [record] = await device.store.list();
    const file = await device.store.file(record!.images[1]!.chosen!);
    expect(await file!.arrayBuffer()).toEqual(image(2000, 2).bytes);
  });

  test('a stranger has the id: delivered under a fresh one', async () => {
    const device = createDevice();
    await save(device, []);
    const [{ id } = { id: '' }] = await device.store.list();
    device.server.documents.set(id, { fields: { name: { stringValue: 'stranger' } } });
    await device.deliverer.deliver();
    expect(device.server.documents.size).toBe(2);
    expect(device.server.documents.get(id)?.fields).toEqual({ name: { stringValue: 'stranger' } });
    expect(device.server.log).toEqual(['create', 'create']);
  });

  test('403 after an unanswered create: the same id is confirmed before a fresh one is taken', async () => {
    const device = createDevice();
    await save(device, []);
    device.server.fault('create', answerLost, refusal(403));
    await device.deliverer.deliver();
    await device.deliverer.deliver(true);
    await expectDelivered(device, []);
  });

  test('403 under the fresh id too: needs attention', async () => {
    const device = createDevice();
    await save(device, []);
    device.server.fault('create', refusal(403), refusal(403));
    await device.deliverer.deliver();
    expect((await listed(device))[0]?.needsAttention).toEqual({
      step: 'create',
      status: 403,
      message: 'no (403)',
    });
    await device.deliverer.deliver(true);
    expect(device.server.log).toHaveLength(2);
  });

  test.each([404, 410])(
    'a session that answers %i: that object only starts over',
    async (status) => {
      const device = createDevice();
      await save(device);
      device.server.fault('send', 'pass', 'pass', refusal(status));
      await device.deliverer.deliver();
      expect(device.server.log.slice(5)).toEqual([
        'start',
        'send 0+2000!',
        'start',
        'send 0+2000',
        'start',
        'send 0+900',
        'attach',
      ]);
      await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    },
  );

  test('a stored session at another host counts as lost: nothing goes there', async () => {
    const device = createDevice();
    await save(device, [image(1000, 1)]);
    device.server.fault('send', dropped);
    await device.deliverer.deliver();
    const [record] = await device.store.list();
    const session = 'https://elsewhere.test/upload/1';
    const [stored] = record!.images;
    const images = [{ ...stored!, image: { ...stored!.image, session } }];
    await device.store.update({ ...record!, images }, record!.revision);
    await device.deliverer.deliver(true);
    expect(device.server.log.slice(3)).toEqual([
      'start',
      'send 0+1000',
      'start',
      'send 0+900',
      'attach',
    ]);
    await expectDelivered(device, [image(1000, 1)]);
  });

  test('sessions that keep vanishing are tried slower, not for ever at once', async () => {
    const device = createDevice();
    await save(device, [image(10, 1)]);
    device.server.fault('send', ...Array.from({ length: 6 }, () => refusal(404)));
    const { nextAt } = await device.deliverer.deliver();
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(device.server.log.filter((entry) => entry === 'start')).toHaveLength(4);
  });

  test('the object exists: a fresh name; refused again: attention', async () => {
    const device = createDevice();
    await save(device, [image(10, 1)]);
    device.server.fault('start', refusal(403), 'pass', refusal(403), refusal(403));
    await device.deliverer.deliver();
    expect(device.server.log).toEqual([
      'create',
      'start!',
      'start',
      'send 0+10',
      'start!',
      'start!',
    ]);
    expect((await listed(device))[0]?.needsAttention?.step).toBe('upload');
  });
});

describe('several contexts', () => {
  test('triggers in two contexts at once: one document', async () => {
    const device = createDevice();
    await save(device);
    const other = createDeliverer(device.deps);
    await Promise.all([
      device.deliverer.deliver(),
      other.deliver(),
      device.deliverer.deliver(true),
      other.deliver(true),
    ]);
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    expect(device.server.log).toHaveLength(10);
  });

  test('a trigger that arrives while another context delivers leads to another pass', async () => {
    const device = createDevice();
    await save(device, []);
    let late: Promise<unknown> | undefined;
    device.server.onRequest = async () => {
      device.server.onRequest = () => undefined;
      await save(device, []);
      late = createDeliverer(device.deps).deliver();
    };
    await device.deliverer.deliver();
    await late;
    expect(device.server.documents.size).toBe(2);
    expect(await device.store.list()).toEqual([]);
  });

  test('a deliverer that lost its lock while frozen changes nothing', async () => {
    const device = createDevice();
    await save(device, []);
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let fallAsleep = () => {};
    const sleeping = new Promise<void>((resolve) => (fallAsleep = resolve));
    const frozen = createDeliverer({
      ...device.deps,
      exclusively: createExclusively(undefined),
      fetch: async (url, init) => {
        fallAsleep();
        await asleep;
        return device.server.fetch(url, init);
      },
    });
    const first = frozen.deliver();
    await sleeping;
    device.clock.now += 3_600_000;
    await createDeliverer({
      ...device.deps,
      exclusively: createExclusively(undefined),
    }).deliver();
    wake();
    await first;
    expect(device.server.documents.size).toBe(1);
    expect(device.events.filter(({ type }) => type === 'sent')).toHaveLength(1);
  });

  test('no server: after two records the pass ends, and all are told', async () => {
    const device = createDevice();
    for (let n = 0; n < 4; n += 1) await save(device, []);
    device.server.fault('create', dropped, dropped, dropped, dropped);
    const { nextAt } = await device.deliverer.deliver();
    expect(device.server.log).toHaveLength(2);
    expect(nextAt).toBeGreaterThan(device.clock.now);
    expect(device.events.map(({ type }) => type)).toEqual(
      Array.from({ length: 4 }, () => 'postponed'),
    );
    device.clock.now = nextAt! + 600_000;
    device.server.fault('create');
    await device.deliverer.deliver(true);
  });

  test('stopping leaves the record for the next trigger', async () => {
    const device = createDevice();
    await save(device);
    const stop = new AbortController();
    device.server.onRequest = (label) => {
      if (label === 'send') stop.abort();
    };
    await createDeliverer({ ...device.deps, signal: stop.signal }).deliver();
    expect((await device.store.list())[0]).toMatchObject({ step: 'upload', attempts: 0 });
    device.server.onRequest = () => undefined;
    await device.deliverer.deliver();
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
  });
});

describe('removing', () => {
  test('before the create: no document', async () => {
    const device = createDevice();
    const file = image(1000, 1);
    const key = await save(device, [file]);
    expect(await removeRequest(device.deps, key)).toBe('removed');
    await device.deliverer.deliver();
    expect(device.server.log).toEqual([]);
    expect(await device.store.file(file.id)).toBeUndefined();
  });

  test('while the create is on its way: its answer is waited for', async () => {
    const device = createDevice();
    const key = await save(device);
    let removal: Promise<string> | undefined;
    device.server.onRequest = () => {
      removal ??= removeRequest(device.deps, key);
    };
    await device.deliverer.deliver();
    expect(await removal).toBe('sent');
    expect(device.server.documents.size).toBe(1);
    expect(device.events.filter(({ type }) => type === 'sent')).toEqual([]);
  });

  test('while uploading: sent, and no more pictures leave', async () => {
    const device = createDevice();
    const key = await save(device);
    let removal: string | undefined;
    device.server.onRequest = async (label) => {
      if (label === 'send') removal ??= await removeRequest(device.deps, key);
    };
    await device.deliverer.deliver();
    expect(removal).toBe('sent');
    expect(device.server.log).toEqual(['create', 'start', 'send 0+1000']);
  });

  test('after an unanswered create: the server is asked, without creating', async () => {
    const device = createDevice();
    const arrived = await save(device, []);
    device.server.fault('create', answerLost, dropped);
    await device.deliverer.deliver();
    const lost = await save(device, []);
    await device.deliverer.deliver();
    expect(await removeRequest(device.deps, arrived)).toBe('sent');
    expect(await removeRequest(device.deps, lost)).toBe('removed');
    expect(device.server.documents.size).toBe(1);
  });

  test('what was sent meanwhile, and what never was', async () => {
    const device = createDevice();
    const key = await save(device, []);
    await device.deliverer.deliver();
    expect(await removeRequest(device.deps, key)).toBe('sent');
    expect(await removeRequest(device.deps, 'unknown')).toBe('removed');
  });
});

describe('images', () => {
  const undecoded: Preparation = { type: 'undecoded' };

  test('what a worker cannot open waits for a page, which goes on with it', async () => {
    const device = createDevice();
    const key = await save(device);
    const prepareImage = async () => undecoded;
    const worker = createDeliverer({ ...device.deps, prepareImage, isPage: false });
    expect(await worker.deliver()).toEqual({});
    expect(device.events.map(({ type }) => type)).toEqual(['created', 'progress', 'undecoded']);
    expect(await listed(device)).toMatchObject([{ key, step: 'upload', forPage: true }]);
    await worker.deliver(true);
    expect(device.server.log).toEqual(['create']);
    await device.deliverer.deliver();
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
  });

  test.each<[string, (file: Blob) => Promise<Preparation>, boolean]>([
    ['nothing can open', async () => ({ type: 'unusable', message: 'No image.' }), true],
    ['is no longer here', async () => undecoded, false],
  ])('one that %s: the text has arrived, the visitor is told', async (_, prepareImage, isThere) => {
    const device = createDevice();
    const lost = image(1000, 1);
    const key = await save(device, isThere ? [lost] : []);
    const [record] = await device.store.list();
    if (!isThere) {
      const [chosen] = newRecord({
        ...lost,
        fields,
        images: [lost],
        savedAt: 0,
        newKey: () => 'k',
      }).images;
      await device.store.update({ ...record!, images: [chosen!] }, record!.revision);
    }
    await createDeliverer({ ...device.deps, prepareImage }).deliver();
    expect(device.server.documents.size).toBe(1);
    expect(await listed(device)).toMatchObject([
      { key, step: 'upload', needsAttention: { step: 'upload', status: 0 } },
    ]);
  });

  test('are prepared once, however often the delivery dies', async () => {
    const device = createDevice();
    await save(device);
    const prepared: number[] = [];
    const deps = {
      ...device.deps,
      prepareImage: async (file: Blob) => {
        prepared.push(file.size);
        return device.deps.prepareImage(file);
      },
    };
    device.server.fault('start', dropped, dropped);
    const deliverer = createDeliverer(deps);
    for (let pass = 0; pass < 3; pass += 1) await deliverer.deliver(true);
    expect(prepared).toEqual([1000, 2000]);
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
  });
});

describe('edit and send again', () => {
  /** Sends the content of a refused record once more, with changes. */
  async function sendAgain(
    { deps, store, deliverer }: ReturnType<typeof createDevice>,
    key: string,
    changes: Partial<typeof fields>,
    images?: SampleImage[],
  ) {
    const content = (await contentOf(store, key))!;
    const files = images ?? content.images;
    const record = newRecord({
      fields: { ...content.fields, ...changes },
      images: files,
      savedAt: deps.now(),
      random: deps.random,
      newKey: deps.newKey,
    });
    const old = (await store.read(key))!;
    await store.save(succeed(record, old), files, old);
    await deliverer.deliver();
  }

  test('a refused create: once, with the new values and the old images', async () => {
    const device = createDevice();
    const key = await save(device);
    device.server.fault('create', refusal(400));
    await device.deliverer.deliver();
    expect(await contentOf(device.store, key)).toMatchObject({ fields, replaces: key });
    await sendAgain(device, key, { name: 'Grace' });
    await expectDelivered(device, [image(1000, 1), image(2000, 2)]);
    const [document] = device.server.documents.values();
    expect(document!.fields['name']).toEqual({ stringValue: 'Grace' });
  });

  test('refused images, fields unchanged: the same document gets the new images', async () => {
    const device = createDevice();
    const key = await save(device, [image(10, 1)]);
    device.server.fault('start', refusal(403), refusal(403));
    await device.deliverer.deliver();
    await sendAgain(device, key, {}, [image(20, 2)]);
    await expectDelivered(device, [image(20, 2)]);
  });

  test('refused images come back as they were prepared', async () => {
    const device = createDevice();
    const key = await save(device, [image(10, 1)]);
    device.server.fault('start', refusal(403), refusal(403));
    await device.deliverer.deliver();
    const content = await contentOf(device.store, key);
    const bytes = await content!.images[0]!.file.arrayBuffer();
    expect(bytes).toEqual(image(10, 1).bytes);
  });

  test('what does not need attention is not reopened', async () => {
    const device = createDevice();
    expect(await contentOf(device.store, await save(device))).toBeUndefined();
  });
});
