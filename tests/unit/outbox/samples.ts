/** Requests, pictures, locks and chance for the delivery loop in Node; no test runner needed. */
import type { PreparedImage } from '../../../src/domain/outbox';
import type { RequestFields } from '../../../src/domain/types';

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
