/** A save that is cut off. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { FILLED } from '../support/formActions';
import {
  fillRequest,
  once,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
} from '../support/deliveryActions';

/** Texts that tell a visitor that a request is on its way, safe or sent. */
const CLAIM = /Creating request|saved on this device|but safe|created sucessfully/;
const FIELDS = { ...FILLED, categories: [] };

/** From the next load on, the commit of a save never happens. */
function neverCommit(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { commit } = IDBTransaction.prototype;
    IDBTransaction.prototype.commit = function (this: IDBTransaction) {
      if (!this.objectStoreNames.contains('records')) return commit.call(this);
      // A transaction that is always asked for more never commits by itself, either. The first answer comes after those
      // to the writes.
      const more = () =>
        void this.objectStore('records')
          .get('nothing')
          .addEventListener('success', () => {
            Object.assign(globalThis, { isWritten: true });
            more();
          });
      more();
    };
  });
}

/** Resolves when everything is written and nothing committed. */
const written = (page: Page) => page.waitForFunction(() => 'isWritten' in globalThis);

/** Resolves when both pictures are in the stored draft. */
async function drafted(page: Page) {
  await expect.poll(async () => (await readOutbox(page)).files).toBe(2);
  return readOutbox(page);
}

test(
  'when the browser dies before a save is complete, nothing was claimed and the draft is back',
  { tag: '@full' },
  async ({ profiles, backend, requestsStored }) => {
    const pictures = await smallPictures(2);
    const profile = profiles.create();
    const first = await profile.launch();
    const { page } = first;
    await neverCommit(page);
    await fillRequest(page, pictures);
    const before = await drafted(page);
    await pressSend(page);
    await written(page);
    await page.evaluate(
      () =>
        new Promise<void>((painted) => {
          requestAnimationFrame(() => requestAnimationFrame(() => painted()));
        }),
    );
    await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible();
    await expect(page.getByText(CLAIM)).toHaveCount(0);
    await first.kill();

    const { page: again } = await profile.launch();
    await again.goto('/#request-service');
    await expect(again.getByLabel('Description')).toHaveValue(FILLED.description);
    await expect(again.getByTestId('image-preview')).toHaveCount(2);
    expect(await readOutbox(again)).toEqual(before);
    expect(before).toMatchObject({ records: [], sentRequests: [], draft: { fields: FIELDS } });
    expect(requestsStored()).toEqual([]);

    // The draft can be sent.
    await pressSend(again);
    await successShown(again);
    await once(backend, { fields: FIELDS, pictures });
  },
);
