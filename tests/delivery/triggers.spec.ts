/** What starts a delivery: Background Sync, and the page's own triggers without it. */
import type { Page } from '@playwright/test';
import { expect, test, type Backend } from '../support/fixtures';
import {
  drained,
  numberedFields,
  once,
  seedOutbox,
  waitingRecords,
  workerControls,
  type WaitingRecord,
} from '../support/deliveryActions';
import { controlWorker } from './workerControl';

/** A request that found no server so often that no timer tries it soon. The server is still down. */
async function forsaken(page: Page, backend: Backend): Promise<WaitingRecord> {
  await backend.goDown('firestore');
  const waits = { attempts: 8, unreached: true, notBefore: Date.now() + 9 * 60_000 } as const;
  const [saved] = await seedOutbox(page, [
    { fields: numberedFields(1), pictures: [3000], ...waits },
  ]);
  return saved!;
}

/** The others: tests/delivery/triggers.test.ts. */
const WAKES: {
  wake: string;
  hasSync?: true;
  happens(page: Page): Promise<unknown>;
}[] = [
  {
    wake: 'without Background Sync, a waiting request is sent when the page is loaded',
    async happens(page) {
      await (await controlWorker(page)).stop();
      await page.reload();
    },
  },
  {
    wake: 'Background Sync sends a request of a page that is left, however long it should still wait',
    hasSync: true,
    async happens(page) {
      const worker = await controlWorker(page);
      await worker.leave();
      await worker.sync();
    },
  },
];

for (const { wake, hasSync, happens } of WAKES) {
  test(wake, async ({ page, backend }) => {
    if (!hasSync) {
      await page.addInitScript(() => {
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
        Reflect.deleteProperty(globalThis, 'SyncManager');
      });
    }
    await page.goto('/');
    await workerControls(page);
    const saved = await forsaken(page, backend);
    await backend.comeUp('firestore');
    expect(await waitingRecords(page)).toHaveLength(1);
    await happens(page);
    await drained(page);
    await once(backend, saved);
  });
}

test(
  'when Background Sync gives up, the request stays and is sent on the next visit',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const saved = await forsaken(page, backend);
    const worker = await controlWorker(page);
    await worker.leave();
    for (const lastChance of [false, false, true]) {
      const [{ revision }] = (await waitingRecords(page)) as [WaitingRecord];
      await worker.sync({ lastChance });
      await expect.poll(async () => (await waitingRecords(page))[0]!.revision).not.toBe(revision);
    }
    expect(await waitingRecords(page)).toEqual([
      expect.objectContaining({ key: saved.key, pictures: saved.pictures }),
    ]);
    await page.close();
    await backend.comeUp('firestore');

    const next = await context.newPage();
    await next.goto('/');
    await drained(next);
    await once(backend, saved);
  },
);
