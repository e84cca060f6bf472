/** The harness itself: browsers that can be killed, and the data page as people see it. */
import { expect, test } from './fixtures';

test('a killed browser comes back on the same profile with what it had stored', async ({
  profiles,
}) => {
  const profile = profiles.create();
  const before = await profile.launch();
  const page = await before.context.newPage();
  await page.goto('/');
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('harness', 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('notes'));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    const transaction = database.transaction('notes', 'readwrite', { durability: 'strict' });
    transaction.objectStore('notes').put('kept', 'note');
    await new Promise((resolve) => {
      transaction.addEventListener('complete', resolve);
    });
  });
  await before.kill();

  const after = await profile.launch();
  const again = await after.context.newPage();
  await again.goto('/');
  const kept = await again.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('harness', 1);
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('notes').objectStore('notes').get('note');
          reading.addEventListener('success', () => resolve(reading.result));
        });
      }),
  );
  expect(kept).toBe('kept');
  await after.close();
});

test('the data page follows what is stored, and axe finds nothing wrong with it', async ({
  page,
  backend,
  axe,
}) => {
  const origin = backend.origins.firestore;
  await page.goto(`${origin}/`);
  await expect(page.getByText('No request yet.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Live');
  backend.firestore.commit([
    { path: 'requests/1234567890', fields: { name: { stringValue: 'Ana <b>Delgado</b>' } } },
  ]);
  await expect(page.getByRole('heading', { name: 'Ana <b>Delgado</b>' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axe(page)).toEqual([]);
  }
});
