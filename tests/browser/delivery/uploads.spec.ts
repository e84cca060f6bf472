/** A worker's uploads across origins; every fault at every call is tests/delivery/faults.test.ts. */
import { expect, test } from '../fixtures';
import {
  COMMIT,
  commitsOf,
  objectOf,
  once,
  pictureOf,
  saveRequest,
  smallPictures,
  successShown,
  uploadCommand,
  uploadsOf,
} from './scene';

test('the answers of the create, a last chunk and the attach are lost: one document, no second upload', async ({
  page,
  backend,
}) => {
  const { saved, release } = await saveRequest(page, await smallPictures(2));
  // After the head of an answer no browser sends a request again by itself.
  const lose = { when: 'after', count: 1, do: { kind: 'truncate', bytes: 0 } } as const;
  // The first is not seen by the third, which it forestalls.
  const calls = [COMMIT, uploadCommand(/finalize/), { ...COMMIT, after: 1 }];
  const lost = calls.map((call) => backend.faults.add({ ...call, ...lose }));
  await release();
  await successShown(page);
  expect(lost.map(({ hits }) => hits)).toEqual([1, 1, 1]);
  const [document] = await once(backend, saved);
  expect(document!.id).toBe(saved.id);
  expect(commitsOf(backend)).toHaveLength(4);
  expect(uploadsOf(backend, /^query$/)).toHaveLength(1);
  const sent = uploadsOf(backend, /^upload/).map(objectOf);
  expect(sent).toHaveLength(4);
  expect(new Set(sent).size).toBe(4);
});

test('a 3 MB picture is cut in the middle of a chunk: it goes on from what the server has', async ({
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
