/** Something on the way refuses uploads for good, while the text goes through: the visitor is told, and offered WhatsApp. */
import { expect, test } from 'vitest';
import { isLeftToVisitor } from '../../src/outbox/delivery/deliverAll';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { backend, expectDelivered } from './localBackend';
import { createDevice, labelOf, onServer, type Device, type Label } from './device';

const HOUR = 60 * 60_000;
const html = (status: number) => new Response('<html>Blocked by your office.</html>', { status });

/** What becomes of a call on its way. `pass` sends it to the server. */
type Way = (
  label: Label,
  pass: () => Promise<Response>,
  body: BodyInit | null,
) => Promise<Response>;

const STRIPPED = 'x-goog-upload-';
const WAYS: Record<string, (device: Device) => Way> = {
  'refuses every upload': () => async (label, pass) =>
    ['start', 'query', 'upload', 'finalize'].includes(label) ? html(403) : pass(),
  'answers every upload with its own page': () => async (label, pass) =>
    ['start', 'query', 'upload', 'finalize'].includes(label) ? html(200) : pass(),
  'lets nobody reach Storage': () => async (label, pass) => {
    if (['create', 'receipt', 'attach'].includes(label)) return pass();
    throw new TypeError('fetch failed');
  },
  'takes the protocol’s headers out of answers': () => async (_, pass) => {
    const answer = await pass();
    const headers = [...answer.headers].filter(([name]) => !name.startsWith(STRIPPED));
    return new Response(await answer.text(), { status: answer.status, headers });
  },
  'refuses what is large': () => async (_, pass, body) =>
    body instanceof Uint8Array && body.byteLength > 1000 ? html(413) : pass(),
};

const fetchOn =
  (device: Device, way: Way): Fetch =>
  (url, init) =>
    way(labelOf(url, init), () => device.wire.fetch(url, init), init.body ?? null);

/** Passes at the times that they name, until the record waits for its visitor. Resolves to how long that took. */
async function untilAttention(device: Device, fetch: Fetch): Promise<number> {
  const began = device.clock.now;
  for (let passes = 0; passes < 30; passes += 1) {
    const { nextAt } = await device.start({ fetch }).deliver();
    const [record] = await device.waiting();
    if (record!.needsAttention) return device.clock.now - began;
    device.clock.now = nextAt!;
  }
  return Infinity;
}

for (const [what, make] of Object.entries(WAYS)) {
  test(`a way that ${what}: after some minutes the visitor is told; elsewhere the pictures arrive`, async () => {
    const device = createDevice(backend);
    const saved = await device.save([300_000]);
    const took = await untilAttention(device, fetchOn(device, make(device)));
    expect(took).toBeGreaterThan(2 * 60_000);
    expect(took).toBeLessThan(20 * 60_000);
    const [record] = await device.waiting();
    expect(record).toMatchObject({
      step: 'upload',
      needsAttention: { step: 'upload', isHeldBack: true },
    });
    expect(onServer(backend).requests).toMatchObject([{ ...saved.fields, pictures: [] }]);
    // Not for a day: its visitor may be at home by then.
    expect(isLeftToVisitor(record!, device.clock.now + HOUR - 1)).toBe(true);
    device.clock.now += HOUR;
    for (let passes = 0; passes < 3; passes += 1) {
      const { nextAt } = await device.start().deliver();
      device.clock.now = nextAt ?? device.clock.now;
    }
    await expectDelivered(device, saved);
    await device.remove();
  });
}

test('a way on which nothing gets through is no refusal: the request waits', async () => {
  const device = createDevice(backend);
  const saved = await device.save([300_000]);
  let isUp = true;
  const fetch = fetchOn(device, async (label, pass) => {
    if (label === 'start') isUp = false;
    if (isUp) return pass();
    return html(200);
  });
  expect(await untilAttention(device, fetch)).toBe(Infinity);
  await device.start().deliver('all');
  await expectDelivered(device, saved);
  await device.remove();
});

test('a disk that fails during an upload is nothing on the way: the request waits', async () => {
  const device = createDevice(backend);
  const saved = await device.save([300_000]);
  const { store } = device.deps;
  const { update } = store;
  device.wire.onRequest = (label) => {
    if (label !== 'start') return;
    store.update = async () => {
      store.update = update;
      throw new Error('The disk has failed.');
    };
  };
  await expect(device.deliver()).rejects.toThrow('The disk has failed.');
  const [record, ...others] = await device.waiting();
  expect([record, others]).toMatchObject([{ key: saved.key, step: 'upload', attempts: 0 }, []]);
  expect(record).not.toHaveProperty('needsAttention');
  device.wire.onRequest = () => undefined;
  expect(await device.deliver()).toEqual({});
  await expectDelivered(device, saved);
  await device.remove();
});
