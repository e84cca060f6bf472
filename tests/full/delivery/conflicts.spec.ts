/** What the visitor does to a request that waits or is on its way. */
import type { Page } from '@playwright/test';
import { deferred } from '../../models/deferred';
import { expect, test } from '../../browser/fixtures';
import { FILLED } from '../../browser/requestForm';
import {
  cameOnline,
  COMMIT,
  commitsOf,
  numberedFields,
  once,
  pressSend,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadCommand,
  uploadsOf,
  waitingRecords,
  workerControls,
} from '../../browser/delivery/scene';

/** Opens the list of what waits. */
async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /waiting to be sent|needs your attention/ }).click();
  await expect(page.getByRole('dialog', { name: 'Waiting requests' })).toBeVisible();
}

/** Deletes the one request in the open list. */
async function deleteIt(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Waiting requests' });
  await list.getByRole('button', { name: 'Delete' }).click();
  await list.getByText('Delete this request for good?').waitFor();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
}

test('23. deleted before it was created: no document', async ({ page, backend }) => {
  const unreachable = backend.faults.add({ ...COMMIT, do: { kind: 'reset' } });
  await page.goto('/');
  await workerControls(page);
  await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000] }]);
  await cameOnline(page);
  await expect.poll(async () => (await waitingRecords(page))[0]!.attempts).toBeGreaterThan(0);
  await openList(page);
  await deleteIt(page);
  await expect(page.getByText('The request was deleted. It was not sent.')).toBeVisible();
  unreachable.remove();
  await cameOnline(page);
  await page.reload();
  await workerControls(page);
  expect(await waitingRecords(page)).toEqual([]);
  await once(backend);
  expect(uploadsOf(backend, /./)).toEqual([]);
});

test('23. deleted in the middle of a picture: told that it was sent, and nothing more goes', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const chunk = deferred<undefined>();
  const hold = { kind: 'hold', until: chunk.promise } as const;
  const held = backend.faults.add({ ...uploadCommand(/^upload/), after: 1, count: 1, do: hold });
  const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [2_000_000] }]);
  await cameOnline(page);
  await expect.poll(() => held.hits).toBe(1);
  await openList(page);
  await deleteIt(page);
  await expect(page.getByText('It was already sent: we have received this request.')).toBeVisible();
  chunk.resolve(undefined);
  await page.reload();
  await workerControls(page);
  expect(await waitingRecords(page)).toEqual([]);
  expect(uploadsOf(backend, /^upload/)).toHaveLength(2);
  expect(commitsOf(backend)).toHaveLength(1);
  await once(backend, { fields: saved!.fields, pictures: [] });
});

test('24. its create was refused, and it cannot be read at first: taken back, edited, sent once with the new values', async ({
  page,
  backend,
}) => {
  // As it is, again, and under a fresh id.
  backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 400 } });
  const { saved, release } = await saveRequest(page, await smallPictures(2));
  await page.keyboard.press('Escape');
  await release();
  await openList(page);
  await expect(page.getByText('It was not accepted and needs your attention.')).toBeVisible();
  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('Not now.', 'UnknownError');
    };
    Object.assign(window, { mend: () => void (IDBObjectStore.prototype.get = get) });
  });
  const edit = page.getByRole('button', { name: 'Edit and send again' });
  await edit.click();
  const told = page.getByRole('dialog').getByRole('alert');
  await expect(told).toHaveText(
    'That request could not be opened. It is still among your waiting requests: please try again from there.',
  );
  await expect(page.getByLabel('Description')).toHaveValue('');
  await page.evaluate(() => (window as unknown as { mend(): void }).mend());
  await page.keyboard.press('Escape');

  await openList(page);
  await edit.click();
  await expect(told).toHaveCount(0);
  await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
  await expect(page.getByTestId('image-preview').getByRole('img')).toHaveCount(2);
  const edited = { description: 'Edited after the refusal.', email: 'new@example.com' };
  await page.getByLabel('Description').fill(edited.description);
  await page.getByLabel('Email').fill(edited.email);
  await pressSend(page);
  await successShown(page);
  const { fields, pictures } = saved;
  await once(backend, { fields: { ...fields, ...edited }, pictures });
  expect(await waitingRecords(page)).toEqual([]);
});
