/** The outbox's database gets a newer schema while requests wait in it. */
import { expect, test } from '../fixtures';
import {
  cameOnline,
  drained,
  numberedFields,
  once,
  readOutbox,
  seedOutbox,
  workerControls,
} from './scene';

test('20. outbox schema N → N+1 under an open page, five records waiting: all five sent, what is new stays', async ({
  page,
  context,
  site,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  await backend.goDown('firestore');
  const saved = await seedOutbox(
    page,
    [1, 2, 3, 4, 5].map((number) => ({ fields: numberedFields(number), pictures: [2000, 3000] })),
  );
  // Another page of the site, as a later version of the app would be.
  const newer = await context.newPage();
  await newer.goto(`${site}/favicon.svg`);
  const version = await newer.evaluate(async () => {
    const [outbox] = (await indexedDB.databases()).filter(({ name }) => name === 'outbox');
    const opening = indexedDB.open('outbox', outbox!.version! + 1);
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction!.objectStore('records').createIndex('bySavedAt', 'savedAt');
      opening.transaction!.objectStore('receipts').put({ key: 'x', id: 'new', sentAt: 1 });
      opening.result.createObjectStore('future');
    });
    await new Promise((resolve, reject) => {
      opening.addEventListener('error', reject);
      opening.addEventListener('success', resolve);
    });
    opening.result.close();
    return opening.result.version;
  });
  const { records } = await readOutbox(page);
  expect(records.map(({ key, pictures }) => ({ key, pictures }))).toEqual(
    saved.map(({ key, pictures }) => ({ key, pictures })),
  );

  await backend.comeUp('firestore');
  await cameOnline(page);
  await drained(page);
  await once(backend, ...saved);
  const databases = await page.evaluate(() => indexedDB.databases());
  expect(databases).toContainEqual({ name: 'outbox', version });
  expect((await readOutbox(page)).receipts).toContainEqual({ key: 'x', id: 'new', sentAt: 1 });
});
