/** A request that the visitor deletes while it is sent; more of this is in tests/delivery/takingBack.test.ts. */
import { deferred } from '../support/deferred';
import { expect, test } from '../support/fixtures';
import {
  cameOnline,
  commitsOf,
  numberedFields,
  seedOutbox,
  uploadCommand,
  uploadsOf,
  waitingRecords,
  workerControls,
} from '../support/deliveryActions';
import { storedObjects, storedRequests } from '../support/serverContent';

test(
  'deleting a request during a picture’s upload says that it was already sent, and sends nothing more',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const chunk = deferred<undefined>();
    const hold = { kind: 'hold', until: chunk.promise } as const;
    const held = backend.faults.add({ ...uploadCommand(/^upload/), after: 1, count: 1, do: hold });
    const [saved] = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [2_000_000] }]);
    await cameOnline(page);
    await expect.poll(() => held.hits).toBe(1);
    await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
    const list = page.getByRole('dialog', { name: 'Waiting requests' });
    await list.getByRole('button', { name: 'Delete' }).click();
    await list.getByText('Delete this request for good?').waitFor();
    await list.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(
      page.getByText('It was already sent: we have received this request.'),
    ).toBeVisible();
    chunk.resolve(undefined);
    await page.reload();
    await workerControls(page);
    expect(await waitingRecords(page)).toEqual([]);
    expect(uploadsOf(backend, /^upload/)).toHaveLength(2);
    expect(commitsOf(backend)).toHaveLength(1);
    const [stored, ...others] = storedRequests(backend);
    expect({ ...stored, others }).toMatchObject({ ...saved!.fields, files: [], others: [] });
    // Thumbnails go before pictures: this one had arrived, and nobody may delete it.
    const objects = storedObjects(backend);
    expect(objects).toHaveLength(1);
    expect(saved!.pictures).toMatchObject([{ thumb: objects[0]!.sha256 }]);
  },
);
