/** A page that is left lets go of its locks and of its database, and goes on when it comes back. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createExclusively, whenLeft } from '../../src/outbox/delivery/locks';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { deferred } from '../support/deferred';
import { fields } from '../support/sampleRequests';
import { backend } from './localBackend';
import { once, onServer } from './device';
import { device } from './testDevice';

/** The locks of an origin: one holder of a name at a time, the others in their order. */
function originLocks() {
  const queues = new Map<string, (() => Promise<void>)[]>();
  const goOn = async (name: string) => {
    const queue = queues.get(name)!;
    for (let next = queue[0]; next; next = queue[0]) {
      await next();
      queue.shift();
    }
  };
  const request = (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      let hasBegun = false;
      signal.addEventListener('abort', () => hasBegun || reject(signal.reason as Error));
      queue.push(async () => {
        if (signal.aborted) return;
        hasBegun = true;
        await work().then(resolve, reject);
      });
      if (queue.length === 1) void goOn(name);
    });
  return { request } as unknown as LockManager;
}

let page = new EventTarget();
const passes = (type: 'pagehide' | 'pageshow') => page.dispatchEvent(new Event(type));
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => void vi.unstubAllGlobals());

describe.each(['before', 'after'] as const)('a page that is left %s call', (moment) => {
  for (let calls = 0; calls < 6; calls += 1) {
    test(`${calls + 1} is served lets another one deliver; when it comes back, all is there once`, async () => {
      const saved = await device.save([300_000]);
      const exclusively = createExclusively(originLocks(), whenLeft);
      const comesBack = deferred<void>();
      const isLeft = deferred<void>();
      let left = calls;
      const leave = async () => {
        passes('pagehide');
        isLeft.resolve();
        await comesBack.promise;
      };
      const fetchOfPage: Fetch = async (url, init) => {
        const isIt = (left -= 1) === -1;
        if (isIt && moment === 'before') await leave();
        const answer = await fetch(url, init);
        if (isIt && moment === 'after') await leave();
        return answer;
      };
      const first = createDeliverer({ ...device.deps, exclusively, fetch: fetchOfPage });
      const delivering = first.deliver().catch((error: unknown) => error);
      await isLeft.promise;
      const other = createDeliverer({ ...device.deps, exclusively });
      // Both go on at once: each may find that the other has written the record.
      while ((await device.waiting()).length > 0) await other.deliver('all');
      expect(onServer(backend)).toEqual(once(saved));
      passes('pageshow');
      comesBack.resolve();
      await delivering;
      expect(onServer(backend)).toEqual(once(saved));
      expect(await device.waiting()).toEqual([]);
    });
  }
});

test('a page that waits for the lock when it is left gets it once it is back', async () => {
  const exclusively = createExclusively(originLocks(), whenLeft);
  const holder = deferred<void>();
  void exclusively('outbox', () => holder.promise);
  const work = vi.fn(async () => 'delivered');
  const working = exclusively('outbox', work);
  // Both are of this page, which lets go of the first one, too.
  passes('pagehide');
  await new Promise(setImmediate);
  expect(work).not.toHaveBeenCalled();
  passes('pageshow');
  expect(await working).toBe('delivered');
  holder.resolve();
});

test('a page that is open for hours keeps nothing of the work that has ended', async () => {
  const exclusively = createExclusively(originLocks(), whenLeft);
  const listening = () =>
    ['pagehide', 'pageshow'].map((type) => getEventListeners(page, type).length);
  await exclusively('outbox', async () => expect(listening()).toEqual([1, 1]));
  const failing = exclusively('outbox', () => Promise.reject(new Error('of the work')));
  await expect(failing).rejects.toThrow('of the work');
  expect(listening()).toEqual([0, 0]);
});

test('a page that is left writes what it has begun, closes its database, and opens it when it is back', async () => {
  const connection = connectOutbox();
  const drafts = createDrafts(connection);
  await drafts.load();
  const draft = { fields, images: [] };
  const saving = drafts.save(draft, [], []);
  const closing = vi.spyOn(IDBDatabase.prototype, 'close');
  connection.letGo();
  await saving;
  expect(closing).toHaveBeenCalledOnce();

  // Nothing is opened while it is away.
  const opening = vi.spyOn(indexedDB, 'open');
  const loading = drafts.load();
  await new Promise(setImmediate);
  expect(opening).not.toHaveBeenCalled();
  connection.goOn();
  expect(await loading).toMatchObject(draft);
  connection.close();
});
