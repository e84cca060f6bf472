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

const START = /^start$/;
/** Commands that carry bytes. */
const BYTES = /^upload/;

/** After the head of an answer no browser sends a request again by itself; before it, Chromium may. */
const LOST = [
  { how: 'broken off', fault: { kind: 'truncate', bytes: 0 } },
  { how: 'reset', fault: { kind: 'reset' } },
] as const;

/** `commits`: creates and attaches in all. */
const ANSWERS = [
  {
    row: '5. the answer of the last chunk',
    holds: 'the query finds it final; no second upload',
    met: uploadCommand(/finalize/),
    commits: 2,
  },
  {
    row: '6. the answer of the create',
    holds: 'one document, right files',
    met: COMMIT,
    commits: 3,
  },
  {
    row: '6. the answer of the attach',
    holds: 'one document, right files',
    met: { ...COMMIT, after: 1 },
    commits: 3,
  },
];

for (const { how, fault } of LOST) {
  for (const { row, holds, met, commits } of ANSWERS) {
    test(`${row} is ${how}: ${holds}`, async ({ page, backend }) => {
      const { saved, release } = await saveRequest(page, await smallPictures(2));
      const lost = backend.faults.add({ ...met, when: 'after', count: 1, do: fault });
      await release();
      await successShown(page);
      expect(lost.hits).toBe(1);
      const [document] = await once(backend, saved);
      expect(document!.id).toBe(saved.id);
      expect(commitsOf(backend)).toHaveLength(commits);
      expect(uploadsOf(backend, START)).toHaveLength(4);
      expect(uploadsOf(backend, /^query$/)).toHaveLength(commits === 2 ? 1 : 0);
      const sent = uploadsOf(backend, BYTES).filter(({ status }) => status !== 400);
      expect(sent.map(objectOf)).toEqual([...new Set(sent.map(objectOf))]);
    });
  }
}

test('7. cut in the middle of a chunk of a 3 MB picture: it goes on from what the server has', async ({
  page,
  backend,
}) => {
  const picture = pictureOf(3_000_000);
  const { saved, release } = await saveRequest(page, [picture]);
  const { length: size } = picture.buffer;
  const CUT = 300_000;
  const cut = backend.faults.add({
    ...uploadCommand(BYTES),
    after: 2,
    count: 1,
    do: { kind: 'cut', afterBytes: CUT },
  });
  await release();
  await successShown(page);
  expect(cut.hits).toBe(1);
  await once(backend, saved);

  const image = objectOf(uploadsOf(backend, START)[0]!);
  const chunks = uploadsOf(backend, BYTES).filter((chunk) => objectOf(chunk) === image);
  const broken = chunks.find(({ state }) => state === 'broken')!;
  const brokenAt = broken.body.offset!;
  expect(brokenAt).toBeGreaterThan(0);
  const kept = chunks.filter(({ status }) => status === 200);
  // Every accepted chunk begins where the server's bytes end: before the cut, and after it.
  let reached = 0;
  for (const { body } of kept) {
    if (reached === brokenAt) reached += CUT;
    expect(body.offset).toBe(reached);
    reached += body.received;
  }
  expect(reached).toBe(size);
  // What was sent without being kept (the browser's own second try) lies within the cut chunk.
  for (const { body } of chunks.filter((chunk) => !kept.includes(chunk))) {
    expect(body.offset).toBe(brokenAt);
    expect(body.length).toBe(broken.body.length);
  }
});

for (const [status, lost] of [
  [404, 0],
  [410, 1],
] as const) {
  test(`8. the session of picture ${lost + 1} answers ${status}: it starts over, the other is not touched`, async ({
    page,
    backend,
  }) => {
    const { saved, release } = await saveRequest(page, await smallPictures(2));
    const gone = backend.faults.add({
      ...uploadCommand(BYTES),
      after: 2 * lost,
      count: 1,
      do: { kind: 'status', status },
    });
    await release();
    await successShown(page);
    expect(gone.hits).toBe(1);
    await once(backend, saved);
    const started = uploadsOf(backend, START).map(objectOf);
    expect(new Set(started).size).toBe(5);
    expect(uploadsOf(backend, BYTES).map(objectOf)).toEqual(started);
    const stored = backend.storage.list().map(({ name }) => name);
    expect(started.filter((name) => !stored.includes(name))).toEqual([started[2 * lost]]);
  });
}
