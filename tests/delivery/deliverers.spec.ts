import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import {
  cameOnline,
  COMMIT,
  commitsOf,
  contenders,
  drained,
  numberedFields,
  once,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadsOf,
  WHOLE,
  wholesOf,
  workerControls,
} from '../support/deliveryActions';
import { controlWorker } from './workerControl';

/** A tab that does not see the worker, so that it delivers itself. */
async function selfDeliveringTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    navigator.serviceWorker.getRegistration = () => Promise.resolve(undefined);
  });
  await tab.goto('/');
  return tab;
}

/** With `lines.test`, which has the calls of each line: 16 requests on a good one, 18 at 400 kbit/s. */
test('a lead with two photos asks before each address of Storage once, and never before Firestore', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  backend.requests.clear();
  const saved = await seedOutbox(page, [
    { fields: numberedFields(1), pictures: [615_000, 615_000] },
  ]);
  await cameOnline(page);
  await drained(page);
  await once(backend, ...saved);
  const preflights = backend.requests
    .filter(({ method }) => method === 'OPTIONS')
    .map(({ service }) => service);
  expect(preflights).toEqual(Array.from({ length: 6 }, () => 'storage'));
  expect(commitsOf(backend)).toHaveLength(2);
  expect(wholesOf(backend)).toHaveLength(2);
  expect(uploadsOf(backend, /start/)).toHaveLength(2);
});

test(
  'two tabs and Background Sync at the same moment send a request once',
  { tag: ['@full', '@witness'] },
  async ({ page, context, backend }) => {
    const { saved, release } = await saveRequest(page, await smallPictures(2));
    const control = await controlWorker(page);
    const tabs = [await selfDeliveringTab(context), await selfDeliveringTab(context)];
    await Promise.all([control.sync(), ...[page, ...tabs].map(cameOnline)]);
    // The worker and the two tabs wait for the lock.
    await contenders(page, 3);
    await release();
    await drained(page);
    await successShown(page);
    await once(backend, saved);
    expect(commitsOf(backend)).toHaveLength(2);
    expect(wholesOf(backend)).toHaveLength(4);
  },
);

test(
  'when the worker that delivers dies, a tab that waits for it sends the request',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const { saved, release } = await saveRequest(page, await smallPictures(2));
    const control = await controlWorker(page);
    const hanging = backend.faults.add({
      ...WHOLE,
      after: 1,
      count: 1,
      do: { kind: 'silence' },
    });
    await release();
    await expect.poll(() => hanging.hits).toBe(1);
    const tab = await selfDeliveringTab(context);
    await contenders(tab, 1);
    await control.stop();
    await drained(tab);
    await once(backend, saved);
    expect(wholesOf(backend)).toHaveLength(5);
    expect(commitsOf(backend)).toHaveLength(2);
  },
);

test(
  'a delivery that hangs holds up neither a new worker nor the pages',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const hanging = backend.faults.add({ ...COMMIT, do: { kind: 'silence' } });
    const saved = await seedOutbox(page, [{ fields: numberedFields(1) }]);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
    await page.reload();
    await expect.poll(() => hanging.hits).toBeGreaterThan(0);
    const state = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await expect.poll(state).toBe('activated');
    await page.goto('/work/none');

    hanging.remove();
    await backend.goDown('firestore');
    await backend.comeUp('firestore');
    await drained(page);
    await once(backend, ...saved);
  },
);
