import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DeliveryEvent, PreparedImage } from '../../../src/domain/outbox';
import type { RequestFields } from '../../../src/domain/types';
import { createDeliverer, type DeliverDeps } from '../../../src/outbox/deliverer';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { config, createFakeBackend } from './fakeBackend';

export const fields: RequestFields = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '555-0100',
  address: '1 Main Street',
  description: 'Kitchen cabinets',
  categories: ['doors'],
};

/** A repeatable source of integers (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * below);
  };
}

export function picture(size: number, fill: number): PreparedImage {
  const bytes = new Uint8Array(size).map((_, index) => (index * 31 + fill) % 251).buffer;
  const thumb = new Uint8Array(900).fill(fill).buffer;
  return {
    name: `picture-${fill}.jpg`,
    type: 'image/jpeg',
    bytes,
    thumb: { type: 'image/jpeg', bytes: thumb },
  };
}

/** Web Locks in memory: exclusive, first come first served. */
export function memoryLocks(): LockManager {
  const tails = new Map<string, Promise<unknown>>();
  const request = async (name: string, _: unknown, work: () => Promise<unknown>) => {
    const before = tails.get(name) ?? Promise.resolve();
    const run = before.then(work);
    tails.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
  return { request, query: async () => ({}) } as unknown as LockManager;
}

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
    locks: memoryLocks(),
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
  images: PreparedImage[],
): Promise<void> {
  expect(server.documents.size).toBe(1);
  const [document] = server.documents.values();
  const { values } = (document!.fields['files'] as { arrayValue: { values: File[] } }).arrayValue;
  const stored = values.map(({ mapValue }) =>
    ['ref', 'thumbRef'].map((name) =>
      sha256(server.objects.get(mapValue.fields[name]!.stringValue)!),
    ),
  );
  expect(stored).toEqual(images.map(({ bytes, thumb }) => [sha256(bytes), sha256(thumb.bytes)]));
  expect(server.objects.size).toBe(images.length * 2);
  expect(await store.list()).toEqual([]);
}

interface File {
  mapValue: { fields: Record<string, { stringValue: string }> };
}
