/** What a worker does at a sync, with a record that has found no server nine times and is backing off. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { device } from './testDevice';
import { expectDelivered } from './localBackend';
import { dropped, tamper } from './device';

vi.mock('../../sw/backendConfig', () => ({ config: {} }));
vi.mock('../../src/outbox/worker/workerOutbox', () => ({
  createWorkerOutbox: () => ({
    deliver: (scope: 'due' | 'unreached') =>
      createDeliverer({ ...device.deps, now: Date.now, isPage: false }).deliver(scope),
    waiting: async () => (await device.waiting()).length,
  }),
}));

/** By name, because the worker's own types cannot be beside a test's. */
const { deliverOnSync } = await vi.importActual<{ deliverOnSync(): Promise<void> }>(
  '../../sw/deliverInWorker',
);

let visibility: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  vi.setSystemTime(device.clock.now);
  vi.stubGlobal('self', {
    navigator: {},
    clients: { matchAll: async () => visibility.map((visibilityState) => ({ visibilityState })) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MINUTE = 60_000;
const STAYS = 'Some requests are still waiting to be sent.';

/** A saved request that has failed so often and is due after so many milliseconds. */
async function backingOff(attempts: number, wait: number) {
  const saved = await device.save([10]);
  await tamper(device, () => ({ attempts, unreached: true, notBefore: Date.now() + wait }));
  return saved;
}

test('while a page is seen it takes what is due, and stays registered', async () => {
  visibility = ['hidden', 'visible'];
  await backingOff(9, 5 * MINUTE);
  await expect(deliverOnSync()).rejects.toThrow(STAYS);
  expect(device.wire.log).toEqual([]);
  expect(await device.waiting()).toMatchObject([{ attempts: 9 }]);
});

test('while no page is seen it takes all that found no server', async () => {
  visibility = ['hidden'];
  const saved = await backingOff(9, 5 * MINUTE);
  await deliverOnSync();
  await expectDelivered(device, saved);
});

test('it never begins the waits anew, and stays registered', async () => {
  visibility = [];
  device.wire.onRequest = () => dropped;
  await backingOff(9, 5 * MINUTE);
  await expect(deliverOnSync()).rejects.toThrow(STAYS);
  expect(device.wire.log).toEqual(['create!']);
  expect(await device.waiting()).toMatchObject([{ attempts: 10 }]);
});

test('it waits for what is due within a minute', async () => {
  visibility = [];
  const saved = await backingOff(0, 0);
  device.wire.fault('create', dropped, dropped);
  const sync = deliverOnSync();
  let isOver = false;
  void sync.finally(() => (isOver = true));
  await vi.waitUntil(() => isOver, { interval: 500, timeout: MINUTE });
  await sync;
  expect(device.wire.log.slice(0, 4)).toEqual(['create!', 'receipt', 'create!', 'receipt']);
  await expectDelivered(device, saved);
});
