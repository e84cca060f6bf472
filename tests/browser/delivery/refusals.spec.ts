import { expect, test } from '../fixtures';
import {
  cameOnline,
  COMMIT,
  drained,
  numberedFields,
  once,
  pictureOf,
  readOutbox,
  saveRequest,
  seedOutbox,
  smallPictures,
  successShown,
  uploadCommand,
  waitingRecords,
  workerControls,
} from './scene';

const REFUSALS = [
  // Once more under a fresh id: a 403 may mean that a stranger has this one.
  { status: 403, answers: 2 },
  { status: 400, answers: 1 },
];

for (const { status, answers } of REFUSALS) {
  test(`12. ${status} on one of three records: it needs attention with all its data, two are sent`, async ({
    page,
    backend,
  }) => {
    await page.goto('/');
    await workerControls(page);
    // The texts go first, oldest first.
    const refusing = backend.faults.add({
      ...COMMIT,
      after: 1,
      count: answers,
      do: { kind: 'status', status },
    });
    const [first, second, third] = await seedOutbox(
      page,
      [1, 2, 3].map((number) => ({ fields: numberedFields(number), pictures: [90_000, 50_000] })),
    );
    await cameOnline(page);
    await expect.poll(async () => (await readOutbox(page)).receipts.length).toBe(2);
    expect(refusing.hits).toBe(answers);
    await once(backend, first!, third!);
    expect(await waitingRecords(page)).toEqual([
      expect.objectContaining({
        key: second!.key,
        fields: second!.fields,
        hashes: second!.hashes,
        step: 'create',
        needsAttention: { step: 'create', status, message: 'A fault of the local backend.' },
      }),
    ]);

    await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
    const list = page.getByRole('dialog');
    await expect(list.getByText('It was not accepted and needs your attention.')).toBeVisible();
    await expect(list.getByText('Request number 2')).toBeVisible();
    await expect(list.getByText('2 pictures')).toBeVisible();
    await expect(list.getByRole('button', { name: 'Edit and send again' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'Send by WhatsApp' })).toBeVisible();
  });
}

test('12. the rules refuse one of three records for what it says: the other two are sent', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  const seeds = [1, 2, 3].map((number) => ({
    fields: numberedFields(number),
    pictures: [90_000],
  }));
  seeds[0]!.fields.description = 'Too long. '.repeat(1000);
  const [refused, ...others] = await seedOutbox(page, seeds);
  await cameOnline(page);
  await expect.poll(async () => (await readOutbox(page)).receipts.length).toBe(2);
  await once(backend, ...others);
  expect(await waitingRecords(page)).toEqual([
    expect.objectContaining({
      fields: refused!.fields,
      hashes: refused!.hashes,
      needsAttention: expect.objectContaining({ step: 'create', status: 403 }),
    }),
  ]);
});

/** Every kind of call that a delivery makes. `documents` and `objects`: what is stored before it. */
const STEPS = [
  { step: 'create', fault: COMMIT, after: 0, documents: 0, objects: 0 },
  { step: 'start', fault: uploadCommand(/^start$/), after: 0, documents: 1, objects: 0 },
  { step: 'chunk', fault: uploadCommand(/^upload$/), after: 0, documents: 1, objects: 0 },
  { step: 'last chunk', fault: uploadCommand(/finalize/), after: 0, documents: 1, objects: 0 },
  { step: 'query', fault: uploadCommand(/^query$/), after: 0, documents: 1, objects: 0 },
  { step: 'attach', fault: COMMIT, after: 1, documents: 1, objects: 4 },
];

for (const { step, fault, after, documents, objects } of STEPS) {
  test(`13. a captive portal answers the ${step}: never counted as success`, async ({
    page,
    backend,
    requestsStored,
    objectsStored,
  }) => {
    // Larger than a chunk, so that there is one that is not the last.
    const pictures = [pictureOf(300_000), ...(await smallPictures(1))];
    const { saved, release } = await saveRequest(page, pictures);
    const portal = backend.faults.add({ ...fault, after, do: { kind: 'captive' } });
    if (step === 'query') {
      backend.faults.add({
        ...uploadCommand(/^upload/),
        count: 1,
        do: { kind: 'status', status: 500 },
      });
    }
    await release();
    // Met twice: the second time after the first was understood as a failure.
    await expect.poll(() => portal.hits, { timeout: 20_000 }).toBeGreaterThan(1);
    await expect.poll(async () => (await waitingRecords(page))[0]?.attempts).toBeGreaterThan(1);
    expect(await readOutbox(page)).toMatchObject({
      records: [{ key: saved.key, hashes: saved.hashes }],
      receipts: [],
    });
    await expect(page.getByText('Request created sucessfully')).toHaveCount(0);
    await expect(page.getByText('saved on this device')).toBeVisible();
    expect(requestsStored()).toHaveLength(documents);
    expect(objectsStored()).toHaveLength(objects);
    for (const { files } of requestsStored()) expect(files).toEqual([]);

    portal.remove();
    await drained(page);
    await successShown(page);
    await once(backend, saved);
  });
}
