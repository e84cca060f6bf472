/** What the deliverer does when the server refuses something. */
// @module-tag official
import { describe, expect, test } from 'vitest';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { storedRequests } from '../support/serverContent';
import { backend, expectDelivered } from './localBackend';
import {
  dropped,
  once,
  onServer,
  refusal,
  tamper,
  times,
  type Fault,
  type Label,
  type Saved,
  sizeOfWhole,
} from './device';
import { device } from './testDevice';
import { reopen } from '../../src/outbox/page/recordActions';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { placeholder } from '../../src/pictures/placeholderThumbnail';
import { fields, type SampleImage } from '../support/sampleRequests';

const DAY = 24 * 60 * 60_000;

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
    // The server refuses the first one under every id.
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
    const file = await device.deps.store.file(record!.images[1]!.file!);
    expect(await file!.arrayBuffer()).toEqual(refused.images[1]!.bytes);
  });

  test('a damaged request is not sent, holds up no other one, and can be edited', async () => {
    const { key } = await device.save([1000]);
    await tamper(device, () => ({ fields: { ...fields, phone: 7 }, step: 'teleport' }));
    const others = [await device.save([10], 'Two.'), await device.save([], 'Three.')];
    expect(await device.deliver()).toEqual({});
    expect(onServer(backend)).toEqual(once(...others));
    expect(await device.waiting()).toMatchObject([{ key, needsAttention: { damaged: true } }]);
    const left = { ...fields, phone: '' };
    expect(await reopen(device.deps, key)).toMatchObject({ fields: left, replaces: key });
  });

  const no = refusal(403);
  test.each<[title: string, label: Label, answers: (Fault | 'pass')[], log: string]>([
    [
      'of the text under two ids',
      'create',
      times(3, no),
      'create!, receipt, create!, receipt, create!, receipt',
    ],
    ['of a picture', 'start', [no, no], 'create, start!, whole, metadata, start!'],
    [
      'of the attached pictures',
      'attach',
      times(2, no),
      'create, whole, whole, attach!, receipt, attach!, receipt',
    ],
  ])(
    '%s the request needs attention, and is tried again a day later or by the next version',
    async (_, label, answers, log) => {
      const saved = await device.save([label === 'start' ? 300_000 : 10]);
      device.wire.fault(label, ...answers);
      await device.deliver();
      const [record] = await device.waiting();
      const step = label === 'start' ? 'upload' : label;
      expect(record!.needsAttention).toEqual(attentionOf(step, 403));
      await device.deliver('all');
      expect(device.wire.log.join(', ')).toBe(log);

      device.clock.now += DAY - 1;
      await device.deliver('all');
      expect(device.wire.log.join(', ')).toBe(log);
      const isCreate = label === 'create';
      if (isCreate) device.clock.now += 1;
      else
        await tamper(device, ({ needsAttention }) => ({
          needsAttention: { ...needsAttention, version: 0.5 },
        }));
      // It begins anew: one refusal of a commit does not end it.
      if (label !== 'start') device.wire.fault(label, no);
      await device.deliver();
      await expectDelivered(device, saved);
    },
  );

  /** Refuses each object of one of these sizes when all of it has arrived. */
  const refuse = (...sizes: number[]): Fetch => {
    return async (url, init) => {
      const isRefused = sizes.includes(await sizeOfWhole(init));
      return isRefused ? no.answer!() : device.wire.fetch(url, init);
    };
  };
  /** Visits until nothing waits for the clock. */
  const visit = async (fetch: Fetch) => {
    for (let count = 0; count < 10; count += 1) {
      const { nextAt } = await createDeliverer({ ...device.deps, fetch }).deliver();
      if (nextAt === undefined) return;
      device.clock.now = nextAt;
    }
  };
  /** It arrives with this picture alone. The thumbnail of the other one had arrived before it was refused. */
  const expectWithout = (saved: Saved, image: SampleImage) => {
    const { requests, strays } = onServer(backend);
    expect([requests, strays.length]).toEqual([once({ ...saved, images: [image] }).requests, 1]);
  };
  const sentNames = async () =>
    (await device.deps.store.sentRequests()).map(({ missing }) => missing);

  test.each([0, 1])(
    'of picture %i as a whole it is left out and named, once the other one is stored',
    async (refused) => {
      const saved = await device.save([1000, 2000]);
      const other = saved.images[1 - refused]!;
      await visit(refuse(saved.images[refused]!.bytes.byteLength));
      expectWithout(saved, other);
      expect(await sentNames()).toEqual([[saved.images[refused]!.name]]);
    },
  );

  test('of a picture as a whole it waits until the other one, which is late, is stored', async () => {
    const saved = await device.save([1000, 2000]);
    const refusing = refuse(1000);
    let drops = 4;
    await visit(async (url, init) => {
      const isOther = (await sizeOfWhole(init)) === 2000;
      if (isOther && (drops -= 1) >= 0) throw new TypeError('fetch failed');
      return refusing(url, init);
    });
    expect(drops).toBeLessThan(0);
    expectWithout(saved, saved.images[1]!);
    expect(await sentNames()).toEqual([[saved.images[0]!.name]]);
  });

  test('of all pictures and thumbnails as a whole the request needs attention, and nothing is replaced', async () => {
    const saved = await device.save([1000, 2000]);
    await visit(refuse(900, 1000, 2000));
    const attention = { step: 'upload', status: 403 };
    expect(await device.waiting()).toMatchObject([{ needsAttention: attention }]);
    device.clock.now += DAY;
    await visit(device.wire.fetch);
    await expectDelivered(device, saved);
  });

  test.each([[[1000]], [[1000, 2000]]])(
    'of a thumbnail as a whole a placeholder takes its place, and no picture is lost: %j',
    async (sizes) => {
      const saved = await device.save(sizes);
      await visit(refuse(900));
      const thumb = await placeholder().arrayBuffer();
      const images = saved.images.map((one) => ({ ...one, thumb }));
      await expectDelivered(device, { ...saved, images });
      expect(await sentNames()).toEqual([undefined]);
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
    await device.deliver('all');
    await expectDelivered(device, saved);
  });

  test('an upload session at another host counts as lost, and nothing is sent there', async () => {
    const saved = await device.save([300_000]);
    device.wire.fault('finalize', dropped);
    await device.deliver();
    const session = 'https://elsewhere.test/upload/1';
    await tamper(device, ({ images: [stored] }) => ({
      images: [{ ...stored, image: { ...(stored as { image?: object }).image, session } }],
    }));
    await device.deliver('all');
    expect(device.wire.log.slice(5).join(', ')).toBe(
      'metadata, start, upload 0+262144, finalize 262144+37856, attach',
    );
    await expectDelivered(device, saved);
  });
});
