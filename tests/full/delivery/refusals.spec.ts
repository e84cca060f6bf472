/** What a visitor sees of answers that are no success; which they are is tests/delivery/faults.test.ts. */
import { expect, test } from '../../browser/fixtures';
import {
  cameOnline,
  COMMIT,
  numberedFields,
  once,
  readOutbox,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadCommand,
  waitingRecords,
  workerControls,
} from '../../browser/delivery/scene';

test('12. the rules refuse one of three records: it needs attention with all its data, two are sent', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const description = 'Too long. '.repeat(1000);
  const [first, second, third] = await seedOutbox(
    page,
    [1, 2, 3].map((number) => ({
      fields: { ...numberedFields(number), ...(number === 2 && { description }) },
      pictures: [90_000, 50_000],
    })),
  );
  await cameOnline(page);
  await expect.poll(async () => (await readOutbox(page)).receipts.length).toBe(2);
  await once(backend, first!, third!);
  expect(await waitingRecords(page)).toEqual([
    expect.objectContaining({
      key: second!.key,
      fields: second!.fields,
      pictures: second!.pictures,
      needsAttention: expect.objectContaining({ step: 'create', status: 403 }),
    }),
  ]);

  await page.getByRole('button', { name: '1 request needs your attention' }).click();
  const list = page.getByRole('dialog');
  await expect(list.getByText('It was not accepted and needs your attention.')).toBeVisible();
  await expect(list.getByText(description.slice(0, 100))).toBeVisible();
  await expect(list.getByText('2 pictures')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Edit and send again' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'Send by WhatsApp' })).toBeVisible();
});

for (const [step, met] of [
  ['create', COMMIT],
  ['last chunk', uploadCommand(/finalize/)],
] as const) {
  test(`13. a captive portal answers the ${step}: no success is shown, and it is sent by itself later`, async ({
    page,
    backend,
  }) => {
    const { saved, release } = await saveRequest(page, await smallPictures(1));
    const portal = backend.faults.add({ ...met, do: { kind: 'captive' } });
    await release();
    // Met twice: the second time after the first was understood as a failure.
    await expect.poll(() => portal.hits, { timeout: 20_000 }).toBeGreaterThan(1);
    await expect(page.getByText('saved on this device')).toBeVisible();
    await expect(page.getByText('Request created sucessfully')).toHaveCount(0);
    portal.remove();
    await successShown(page);
    await once(backend, saved);
  });
}
