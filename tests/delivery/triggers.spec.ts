/** Background Sync starts a delivery. What the worker does then: syncs.test; what a page does without it: triggers.test. */
import { expect, test } from '../support/fixtures';
import {
  drained,
  numberedFields,
  once,
  seedOutbox,
  waitingRecords,
  workerControls,
} from '../support/deliveryActions';
import { controlWorker } from './workerControl';

test('Background Sync sends a request of a page that is left, however long it should still wait', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  // It found no server so often that no timer tries it soon.
  await backend.goDown('firestore');
  const waits = { attempts: 8, unreached: true, notBefore: Date.now() + 9 * 60_000 } as const;
  const saved = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000], ...waits }]);
  await backend.comeUp('firestore');
  expect(await waitingRecords(page)).toHaveLength(1);
  const worker = await controlWorker(page);
  await worker.leave();
  await worker.sync();
  await drained(page);
  await once(backend, ...saved);
});
