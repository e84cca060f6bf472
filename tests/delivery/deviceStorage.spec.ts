/** A device without room, with a database that is closed, or without a database. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { FILLED, openForm } from '../support/formActions';
import {
  COMMIT,
  commitsOf,
  fillRequest,
  once,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
  waitingRecords,
} from '../support/deliveryActions';

const FIELDS = { ...FILLED, categories: [] };

/** Fills the remaining room, down to the last kilobyte. */
function fillRoom(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('padding');
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('bytes', { autoIncrement: true });
    });
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const write = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = opening.result.transaction('bytes', 'readwrite');
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(size)));
        transaction.addEventListener('complete', () => resolve(true));
        transaction.addEventListener('abort', () => resolve(false));
      });
    for (const size of [65_536, 8192, 1024]) while (await write(size));
    opening.result.close();
  });
}

/** The pictures are in the stored draft, so that nothing is written any more. */
async function drafted(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await readOutbox(page)).files).toBe(count);
}

test(
  'on a full device nothing is half-saved, the form stays, and the request can be sent without saving',
  { tag: '@full' },
  async ({ page, context, site, backend }) => {
    // Before the origin uses any room: Chromium looks at the limit only now and then.
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site, quotaSize: 12_000_000 });
    // The record is no larger than its text.
    const description = 'Oak doors. '.repeat(450).trim();
    const pictures = await smallPictures(2);
    await fillRequest(page, pictures, { description });
    await drafted(page, 2);
    await fillRoom(page);
    await context.setOffline(true);
    await pressSend(page);
    await expect(page.getByRole('alert')).toHaveText(
      'This device has no room left to save your request, so nothing was sent yet.',
    );
    await expect(
      page.getByText('When you are back online, you can send it without saving.'),
    ).toBeVisible();
    const send = page.getByRole('button', { name: 'Send now without saving' });
    await expect(send).toHaveCount(0);
    await expect(page.getByLabel('Description')).toHaveValue(description);
    await expect(page.getByTestId('image-preview')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Send request' })).toBeEnabled();
    expect(await waitingRecords(page)).toEqual([]);
    expect(commitsOf(backend)).toEqual([]);

    await context.setOffline(false);
    await send.click();
    await successShown(page);
    await once(backend, { fields: { ...FIELDS, description }, pictures });
    // The draft is gone once the request was sent.
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await expect
      .poll(() => readOutbox(page))
      .toMatchObject({ records: [], objects: 0, files: 0, draft: { pictures: [] } });
    await page.reload();
    await openForm(page);
    await expect(page.getByLabel('Name')).toHaveValue('');
  },
);

test(
  'without IndexedDB the page sends the request itself, promises nothing, asks before it is closed, and lists a refusal',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Storage is blocked.', 'SecurityError');
      };
    });
    const pictures = await smallPictures(1);
    await fillRequest(page, pictures);
    await context.setOffline(true);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet', exact: true })).toBeVisible();
    await expect(
      page.getByText(
        'This browser cannot save your request. Keep this page open until it is sent. It will be sent when you are back online.',
      ),
    ).toBeVisible();
    await expect(page.getByText(/saved on this device/)).toHaveCount(0);
    expect(commitsOf(backend)).toEqual([]);

    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await expect(page.getByRole('button', { name: '1 request waiting' })).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await Promise.all([
      asked.then(async (dialog) => {
        expect(dialog.type()).toBe('beforeunload');
        await dialog.dismiss();
      }),
      page.close({ runBeforeUnload: true }),
    ]);

    backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 400 } });
    await context.setOffline(false);
    await page.getByRole('button', { name: '1 request needs your attention' }).click();
    await expect(page.getByText('It was not accepted and needs your attention.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/1 request (waiting|needs your attention)/)).toHaveCount(0);
    await once(backend, { fields: FIELDS, pictures });
    // And the browser does not ask any more.
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
  },
);

test(
  'a database that never answers is called slow while the form waits for it',
  { tag: '@full' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...names) {
        const request = open.apply(this, names);
        request.addEventListener = () => undefined;
        return request;
      };
    });
    await page.goto('/#request-service');
    await expect(page.getByText('This browser’s storage is slow to answer.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send request' })).toBeDisabled();
  },
);
