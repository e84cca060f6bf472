/** A worker's uploads across origins; every fault at every call is tests/delivery/faults.test.ts. */
import { expect, test } from '../support/fixtures';
import {
  objectOf,
  once,
  pictureOf,
  saveRequest,
  successShown,
  uploadCommand,
  uploadsOf,
} from '../support/deliveryActions';

test('an upload of 3 MB that is cut off continues from the bytes that the server has', async ({
  page,
  backend,
}) => {
  const CUT = 300_000;
  const picture = pictureOf(3_000_000);
  const { saved, release } = await saveRequest(page, [picture]);
  const met = { ...uploadCommand(/^upload/), after: 2, count: 1 };
  const cut = backend.faults.add({ ...met, do: { kind: 'cut', afterBytes: CUT } });
  await release();
  await successShown(page);
  expect(cut.hits).toBe(1);
  await once(backend, saved);
  const image = objectOf(uploadsOf(backend, /^start$/)[0]!);
  const chunks = uploadsOf(backend, /^upload/).filter((chunk) => objectOf(chunk) === image);
  const brokenAt = chunks.find(({ state }) => state === 'broken')!.body.offset!;
  // Every accepted chunk begins where the server's bytes end: before the cut, and after it.
  let reached = 0;
  for (const { body } of chunks.filter(({ status }) => status === 200)) {
    if (reached === brokenAt) reached += CUT;
    expect(body.offset).toBe(reached);
    reached += body.received;
  }
  expect(reached).toBe(picture.buffer.length);
});
