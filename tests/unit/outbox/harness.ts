import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DeliveryEvent } from '../../../src/domain/outbox';
import { createDeliverer, type DeliverDeps } from '../../../src/outbox/deliverer';
import { createExclusively } from '../../../src/outbox/exclusively';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { config, createFakeBackend } from './fakeBackend';
import { prepareSample, seeded, type SampleImage } from './samples';

export { fields, image, saveSample, seeded } from './samples';

/** A device with an outbox, a server and a clock that only moves when told. */
export function createDevice(seed = 1) {
  const server = createFakeBackend();
  const store = createMemoryStore();
  const events: DeliveryEvent[] = [];
  const random = seeded(seed);
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  let keys = 0;
  const deps: DeliverDeps = {
    store,
    config,
    exclusively: createExclusively(undefined),
    prepareImage: prepareSample,
    isPage: true,
    now: () => clock.now,
    random,
    newKey: () => `key-${(keys += 1)}`,
    emit: (event) => events.push(event),
    fetch: (url, init) => server.fetch(url, init),
  };
  return { server, store, events, clock, deps, deliverer: createDeliverer(deps) };
}

const sha256 = (bytes: ArrayBuffer | Uint8Array) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** The device's one request arrived once: one document, its objects with the right bytes, no more. */
export async function expectDelivered(
  { server, store }: ReturnType<typeof createDevice>,
  images: SampleImage[],
): Promise<void> {
  expect(server.documents.size).toBe(1);
  const [document] = server.documents.values();
  const { values } = (document!.fields['files'] as { arrayValue: { values: File[] } }).arrayValue;
  const stored = values.map(({ mapValue }) =>
    ['ref', 'thumbRef'].map((name) =>
      sha256(server.objects.get(mapValue.fields[name]!.stringValue)!),
    ),
  );
  expect(stored).toEqual(images.map(({ bytes, thumb }) => [sha256(bytes), sha256(thumb)]));
  expect(server.objects.size).toBe(images.length * 2);
  expect(await store.list()).toEqual([]);
}

interface File {
  mapValue: { fields: Record<string, { stringValue: string }> };
}
