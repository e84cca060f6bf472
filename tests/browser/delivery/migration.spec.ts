/** The outbox's database gets a newer schema while requests wait in it. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { drained, numberedFields, once, seedOutbox, waitingRecords, workerControls } from './scene';
import { expect, test } from './siteCopy';
import type { SiteCopy } from '../../siteCopy';

/** The end of the list of migrations in the built code, whatever its variables are called. */
const MIGRATIONS_END = /\.createObjectStore\((["'`])keptReviews\1,\{keyPath:\1key\1\}\)\}?\]/;
const NEXT = ',(d,t)=>{t.objectStore("records").createIndex("bySavedAt","savedAt")}]';

/** Releases a site whose outbox has one more migration: page, worker, and what the worker precaches. */
function releaseNextSchema(site: SiteCopy): void {
  const migrate = (text: string) =>
    text.replace(MIGRATIONS_END, (end) => `${end.slice(0, -1)}${NEXT}`);
  const scripts = site.list('assets').filter((name) => name.endsWith('.js'));
  const [script, ...others] = scripts.filter((name) =>
    MIGRATIONS_END.test(readFileSync(join(site.folder, 'assets', name), 'utf8')),
  );
  expect(script).toBeDefined();
  expect(others).toEqual([]);
  site.edit(`assets/${script!}`, migrate);
  // Its name does not tell that it has changed, as a build's would.
  const entry = `{"revision":null,"url":"assets/${script!}"}`;
  site.edit('sw.js', (text) => {
    expect(text).toContain(entry);
    return migrate(text).replace(entry, entry.replace('null', '"next"'));
  });
}

test('20. outbox schema N → N+1 with five records waiting: all five sent', async ({
  page,
  backend,
  siteCopy,
}) => {
  await page.goto('/');
  await workerControls(page);
  await backend.goDown('firestore');
  const saved = await seedOutbox(
    page,
    [1, 2, 3, 4, 5].map((number) => ({ fields: numberedFields(number), pictures: [2000, 3000] })),
  );
  expect(saved).toHaveLength(5);
  const version = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      return databases.find(({ name }) => name === 'outbox')?.version ?? 0;
    });
  const before = await version();

  const reloaded = page.waitForEvent('load');
  releaseNextSchema(siteCopy);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())!.update();
  });
  await reloaded;
  await expect(page.getByText('5 requests waiting to be sent')).toBeVisible();
  await expect.poll(version).toBe(before + 1);
  const kept = await waitingRecords(page);
  expect(kept.map(({ key, hashes }) => ({ key, hashes }))).toEqual(
    saved.map(({ key, hashes }) => ({ key, hashes })),
  );

  await backend.comeUp('firestore');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await drained(page);
  await once(backend, ...saved);
});
