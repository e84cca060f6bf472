/** Every call of a delivery meets every fault, over HTTP: no success until it is one, then all of it once. */
// @module-tag official
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FaultAction, FaultHandle, FaultSpec } from '../../backend/faults/types';
import { connectOutbox, MIGRATIONS, versionAfter } from '../../src/outbox/store/database';
import { COMMIT, METADATA, RECEIPT, uploadCommand, WHOLE } from '../support/deliveryFaults';
import { TEST_LIMIT_MS } from '../support/testLimit';
import { storedRequests } from '../support/serverContent';
import { backend } from './localBackend';
import { createMortal, once, onServer, type Saved } from './device';
import { device } from './testDevice';

let saved: Saved;
beforeEach(async () => {
  // A picture that takes two chunks. One alone: but for its thumbnail its calls come one after the other.
  saved = await device.save([300_000]);
});

const START = uploadCommand(/^start$/);
const CHUNK = uploadCommand(/^upload$/);
const BYTES = uploadCommand(/^upload/);
const FINALIZE = uploadCommand(/finalize/);
const QUERY = uploadCommand(/^query$/);

/** Some calls are made only after another one's answer was lost; this loses it. */
const lose = (call: Partial<FaultSpec>, action: FaultAction = { kind: 'reset' }) =>
  ({ ...call, when: 'after', count: 1, do: action }) as FaultSpec;

/** Every kind of call. `documents` and `objects`: what the server has before it. `times` it fails. */
const STEPS = [
  { step: 'create', call: COMMIT, documents: 0, objects: 0, times: 1 },
  { step: 'receipt', call: RECEIPT, first: lose(COMMIT), documents: 1, objects: 0, times: 2 },
  { step: 'whole', call: WHOLE, documents: 1, objects: 0, times: 1 },
  { step: 'start', call: START, documents: 1, objects: 1, times: 8 },
  { step: 'chunk', call: CHUNK, documents: 1, objects: 1, times: 2 },
  { step: 'last chunk', call: FINALIZE, documents: 1, objects: 1, times: 2 },
  { step: 'query', call: QUERY, first: lose(FINALIZE), documents: 1, objects: 2, times: 2 },
  { step: 'metadata', call: METADATA, first: lose(FINALIZE), documents: 1, objects: 2, times: 2 },
  { step: 'attach', call: { ...COMMIT, after: 1 }, documents: 1, objects: 2, times: 1 },
];

/** The requests that a fault with these conditions would have met. */
const requestsOf = ({
  service,
  ...met
}: typeof COMMIT | typeof METADATA | typeof WHOLE | typeof BYTES) =>
  backend.requests.filter(
    (request) =>
      request.service === service &&
      ('url' in met
        ? met.url.test(request.url)
        : met.header.value.test(request.headers[met.header.name] ?? '')),
  );

/** Bytes in sessions that have reached the server, kept or not. */
const bytesSent = () => requestsOf(BYTES).reduce((sum, { body }) => sum + body.received, 0);

/**
 * One pass; a call without an answer loses its connection, when the server has so many objects. Resolves with the delay
 * until the next try.
 */
async function pass(fault: FaultHandle, action: FaultAction, objects = 0): Promise<number> {
  const { hits } = fault;
  const passing = device.start().deliver();
  if (action.kind === 'silence') {
    const isSilent = () => fault.hits > hits && onServer(backend).strays.length === objects;
    await vi.waitUntil(isSilent, { interval: 1, timeout: TEST_LIMIT_MS });
    await backend.goDown('firestore', 'storage');
    await backend.comeUp('firestore', 'storage');
  }
  const { nextAt } = await passing;
  const delay = nextAt! - device.clock.now;
  device.clock.now = nextAt!;
  return delay;
}

/** Passes, each at the time that the one before has named, until nothing waits. */
async function deliverAll(): Promise<void> {
  for (let waits = true; waits;) {
    const { nextAt } = await device.start().deliver();
    waits = nextAt !== undefined;
    device.clock.now = nextAt ?? device.clock.now;
  }
}

const FAULTS: { name: string; action: FaultAction; atLeast?: number }[] = [
  { name: 'reset', action: { kind: 'reset' } },
  { name: 'no answer', action: { kind: 'silence' } },
  { name: 'a captive portal', action: { kind: 'captive' } },
  {
    name: '503 + Retry-After',
    action: { kind: 'status', status: 503, retryAfter: 30 },
    atLeast: 30_000,
  },
];
describe('a call that fails', () => {
  const fullDelay = (index: number) => Math.min(2_000 * 2 ** index, 600_000);

  for (const { step, call, first, documents, objects, times } of STEPS) {
    for (const { name, action, atLeast = 0 } of FAULTS) {
      test(`(${step}: ${name}, ${times}×) keeps the request, and is repeated after longer and longer waits until it succeeds`, async () => {
        // Then it is the second failure in a row.
        const earlier = first ? 1 : 0;
        const fault = backend.faults.add({ ...call, count: times, do: action });
        if (first) await pass(backend.faults.add(first), first.do);
        const shares: number[] = [];
        for (let time = 0; time < times; time += 1) {
          const full = fullDelay(time + earlier);
          const delay = await pass(fault, action, objects);
          expect(delay).toBeGreaterThanOrEqual(Math.max(full / 2, atLeast));
          expect(delay).toBeLessThanOrEqual(Math.max(full, atLeast));
          if (full > atLeast) shares.push(delay / full);
          expect(fault.hits).toBe(time + 1);
          const { store } = device.deps;
          expect(await store.list()).toMatchObject([{ key: saved.key, fields: saved.fields }]);
          expect(await store.sentRequests()).toEqual([]);
          const { requests, strays } = onServer(backend);
          expect([requests.length, strays.length]).toEqual([documents, objects]);
        }
        // Jitter: nothing random would make every delay the same share of its full length.
        if (times > 2) expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.05);
        expect(await device.start().deliver()).toEqual({});
        expect(onServer(backend)).toEqual(once(saved));
        expect(await device.deps.store.list()).toEqual([]);
      });
    }
  }
});

const LOST = {
  'broken off': { kind: 'truncate', bytes: 0 },
  'broken off in the middle': { kind: 'truncate', bytes: 4 },
  reset: { kind: 'reset' },
  'replaced by a captive portal': { kind: 'captive' },
  'replaced by a 503': { kind: 'status', status: 503 },
} satisfies Record<string, FaultAction>;
/** The other calls' answers are all head. */
const canBreakOff = (step: string) => !['start', 'chunk', 'query'].includes(step);
const canBeLost = (step: string, { kind }: FaultAction) => kind !== 'truncate' || canBreakOff(step);

describe('a call whose answer is lost', () => {
  /** Calls in all: commits, receipts, starts, queries, metadata. */
  const CALLS: Record<string, number[]> = {
    create: [2, 1, 1, 0, 0],
    receipt: [2, 2, 1, 0, 0],
    whole: [2, 0, 1, 1, 1],
    start: [2, 0, 2, 0, 0],
    chunk: [2, 0, 1, 1, 0],
    'last chunk': [2, 0, 1, 1, 1],
    query: [2, 0, 1, 2, 1],
    metadata: [2, 0, 1, 1, 2],
    attach: [2, 1, 1, 0, 0],
  };

  for (const { step, call, first } of STEPS) {
    for (const [how, action] of Object.entries(LOST)) {
      if (!canBeLost(step, action)) continue;
      test(`(${step}: ${how}) leaves one document, and no byte is sent twice`, async () => {
        const fault = backend.faults.add({ ...call, when: 'after', count: 1, do: action });
        if (first) await pass(backend.faults.add(first), first.do);
        await pass(fault, action);
        expect(fault.hits).toBe(1);
        expect(await device.deps.store.sentRequests()).toEqual([]);
        expect(await device.start().deliver()).toEqual({});
        expect(onServer(backend)).toEqual(once(saved));
        const calls = [COMMIT, RECEIPT, START, QUERY, METADATA];
        expect(calls.map((met) => requestsOf(met).length)).toEqual(CALLS[step]);
        expect(bytesSent()).toBe(300_000);
        expect(requestsOf(WHOLE)).toHaveLength(1);
      });
    }
  }
});

test('an upload of 3 MB that is cut off continues from the bytes that the server has', async () => {
  const [CUT, UNIT] = [300_000, 256 * 1024];
  const large = await device.save([3_000_000], 'A large picture.');
  backend.faults.add({ ...BYTES, after: 2, count: 1, do: { kind: 'cut', afterBytes: CUT } });
  await deliverAll();
  expect(onServer(backend)).toEqual(once(saved, large));
  const chunks = requestsOf(BYTES);
  const cut = chunks.find(({ state }) => state === 'broken')!;
  expect(cut.body.offset).toBeGreaterThan(0);
  const next = chunks.slice(chunks.indexOf(cut) + 1).find(({ url }) => url === cut.url)!;
  expect(next.body.offset).toBe(cut.body.offset! + UNIT);
});

for (const moment of ['before', 'after'] as const) {
  // Two creates; four objects of the other one and this one's thumbnail; its start and two chunks; two attaches.
  for (let calls = 0; calls < 12; calls += 1) {
    test(`when the deliverer dies ${moment} call ${calls + 1} is served, another one does exactly the rest`, async () => {
      const two = await device.save([2000, 1000], 'Two pictures, side by side.');
      const mortal = createMortal(device, calls, moment === 'after');
      await mortal.deliver();
      expect(mortal.isDead()).toBe(true);
      expect(await device.start().deliver()).toEqual({});
      expect(onServer(backend)).toEqual(once(saved, two));
      expect(requestsOf(WHOLE)).toHaveLength(4 + 1);
      expect(bytesSent()).toBe(300_000);
    });
  }
}

test('five waiting requests are sent by an open page although a newer version has changed the database', async () => {
  const all = [saved];
  for (const number of [2, 3, 4, 5]) all.push(await device.save([2000, 3000], `Number ${number}`));
  const page = device.start();
  expect(await device.deps.store.list()).toHaveLength(5);
  const sent = { key: 'x', id: 'new', sentAt: 1 };
  const newer = connectOutbox([
    ...MIGRATIONS,
    async (database, transaction) => {
      transaction.objectStore('records').createIndex('bySavedAt' as never, 'savedAt');
      database.createObjectStore('future' as never);
      await transaction.objectStore('sentRequests').put(sent);
    },
  ]);
  await newer.read(['records'], async () => undefined);
  const version = async () => (await indexedDB.databases())[0]?.version;
  expect(await version()).toBe(versionAfter(MIGRATIONS) + 1);
  await page.deliver();
  expect(onServer(backend)).toEqual(once(...all));
  expect(await version()).toBe(versionAfter(MIGRATIONS) + 1);
  expect(await device.deps.store.sentRequests()).toContainEqual(sent);
  newer.close();
});

const DAY = 24 * 60 * 60_000;

for (const [how, days] of [
  ['ahead', 30],
  ['behind', -30],
] as const) {
  test(`on a phone whose clock is 30 days ${how} nothing expires, and requests get the server’s time`, async () => {
    const started = Date.now();
    device.clock.now = started + days * DAY;
    const wrong = await device.save([1000], 'Under a wrong clock.');
    const busy = { kind: 'status', status: 503, retryAfter: 3600 } as const;
    backend.faults.add({ ...COMMIT, count: 2, do: busy });
    expect(await device.start().deliver()).toHaveProperty('nextAt');
    // Due at once under the right clock, not in 30 days.
    device.clock.now = Date.now() + 3_600_000;
    expect(await device.start().deliver()).toEqual({});
    expect(onServer(backend)).toEqual(once(saved, wrong));
    for (const { created } of storedRequests(backend)) {
      expect(Date.parse(created)).toBeGreaterThanOrEqual(started);
      expect(Date.parse(created)).toBeLessThanOrEqual(Date.now());
    }
  });
}
