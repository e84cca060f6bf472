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

const TOO_LONG = 'Too long. '.repeat(1000);
const REFUSALS = [
  // Once more under a fresh id: a 403 may mean that a stranger has this one.
  { who: 'the rules', status: 403, description: TOO_LONG, shown: TOO_LONG.slice(0, 100) },
  { who: 'the server', status: 400, description: 'Request number 2', shown: 'Request number 2' },
];

for (const { who, status, description, shown } of REFUSALS) {
  test(`12. ${status} by ${who} on one of three records: it needs attention with all its data, two are sent`, async ({
    page,
    backend,
  }) => {
    await page.goto('/');
    await workerControls(page);
    if (status === 400) {
      // The texts go first, oldest first.
      backend.faults.add({ ...COMMIT, after: 1, count: 1, do: { kind: 'status', status } });
    }
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
        needsAttention: { step: 'create', status, message: expect.any(String) },
      }),
    ]);

    await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
    const list = page.getByRole('dialog');
    await expect(list.getByText('It was not accepted and needs your attention.')).toBeVisible();
    await expect(list.getByText(shown)).toBeVisible();
    await expect(list.getByText('2 pictures')).toBeVisible();
    await expect(list.getByRole('button', { name: 'Edit and send again' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'Send by WhatsApp' })).toBeVisible();
  });
}

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
      records: [{ key: saved.key, fields: saved.fields }],
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
