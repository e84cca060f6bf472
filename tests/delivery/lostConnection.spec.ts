/** Safari loses a page's and a worker's open connection to the database: every transaction on it throws. */
import type { Evaluates } from '../support/outboxDatabase';
import {
  fillRequest,
  once,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
} from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { FILLED } from '../support/formActions';

/** Provides `lose`: all databases that were used until now are lost. It returns how many transactions that has cost. */
function watchDatabases(): void {
  const used = new Set<IDBDatabase>();
  const lost = new Set<IDBDatabase>();
  let failures = 0;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    if (lost.has(this)) {
      failures += 1;
      const message = 'Connection to Indexed Database server lost. Refresh the page to try again';
      throw new DOMException(message, 'UnknownError');
    }
    used.add(this);
    return transaction.apply(this, args);
  };
  const lose = () => {
    for (const database of used) lost.add(database);
    return failures;
  };
  Object.assign(globalThis, { lose });
}

const lose = (context: Evaluates) =>
  context.evaluate(() => (globalThis as unknown as { lose(): number }).lose());

test(
  'a lost connection to the database is opened again in page and worker, and the request arrives once',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.addInitScript(watchDatabases);
    const started = context.waitForEvent('serviceworker');
    await page.goto('/');
    const worker = await started;
    await worker.evaluate(watchDatabases);
    const pictures = await smallPictures(2);
    await fillRequest(page, pictures.slice(0, 1));
    await expect.poll(async () => (await readOutbox(page)).files).toBe(1);

    await lose(page);
    await lose(worker);
    const description = `${FILLED.description} And the island.`;
    await page.getByLabel('Description').fill(description);
    await page.getByTestId('image-input').setInputFiles(pictures.slice(1));
    await expect.poll(async () => (await readOutbox(page)).files).toBe(2);
    expect(await lose(page)).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByLabel('Description')).toHaveValue(description);
    await expect(page.getByTestId('image-preview')).toHaveCount(2);

    await lose(page);
    await lose(worker);
    await pressSend(page);
    await successShown(page);
    expect(await lose(page)).toBeGreaterThan(0);
    expect(await lose(worker)).toBeGreaterThan(0);
    await once(backend, { fields: { ...FILLED, description, categories: [] }, pictures });
    expect(await readOutbox(page)).toMatchObject({ records: [], objects: 0, files: 0 });
  },
);
