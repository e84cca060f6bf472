/** Pictures that were never attached (functions/): which are deleted, and how a run continues the last one. */
import { expect, test } from 'vitest';
import { deleteUnattachedPictures } from '../../functions/src/core/unattachedPictures';
import { createMemory } from './memory';

const DAY = 86_400_000;

const request = (id: string, created: number, files: unknown) => ({
  id,
  created,
  fields: { files },
});

function bucket(requests: ReturnType<typeof request>[]) {
  const memory = createMemory(() => requests);
  const deleted: string[] = [];
  let left: string[] = [];
  /** Requests whose pictures cannot be deleted now. */
  const broken = new Set<string>();
  const run = (now: number) => {
    memory.setNow(now);
    return deleteUnattachedPictures({
      ...memory.deps,
      mayHavePictures: async (ids) => ids.map((id) => id !== 'text only'),
      async deleteFolder(folder) {
        const id = folder.split('/')[1]!;
        if (broken.has(id)) throw new Error('503');
        deleted.push(id);
      },
      left: async () => left,
      setLeft: async (ids) => void (left = ids),
    });
  };
  return { deleted, broken, run, left: () => left };
}

test('after 31 days the pictures that no request names are deleted, once', async () => {
  const { deleted, run } = bucket([
    request('empty', 1 * DAY, []),
    request('attached', 1 * DAY, [{ ref: 'x' }]),
    request('text only', 1 * DAY, []),
    request('second', 3 * DAY, []),
    request('young', 3 * DAY + 1, []),
  ]);
  await run(33 * DAY - 1);
  expect(deleted).toEqual(['empty']);
  await run(34 * DAY);
  await run(34 * DAY);
  expect(deleted).toEqual(['empty', 'second']);
});

test('a hundred that cannot be deleted keep no other one, and are tried again', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => String(1_000_000_000 + index));
  const { deleted, broken, run } = bucket(ids.map((id) => request(id, DAY, [])));
  const [last = ''] = ids.splice(100);
  for (const id of ids) broken.add(id);
  await expect(run(40 * DAY)).rejects.toThrow('503');
  expect(deleted).toEqual([last]);
  broken.clear();
  await run(41 * DAY);
  expect(deleted).toEqual([last, ...ids]);
});

test('requests of one time are all looked at, page by page', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => String(1_000_000_000 + index));
  const { deleted, run } = bucket(ids.map((id) => request(id, DAY, [])));
  await run(40 * DAY);
  expect(deleted).toEqual(ids);
});

test('while nothing can be deleted, the run stops, and the next one begins with the same page', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => String(1_000_000_000 + index));
  const { deleted, broken, run, left } = bucket(ids.map((id) => request(id, DAY, [])));
  for (const id of ids) broken.add(id);
  await expect(run(40 * DAY)).rejects.toThrow('503');
  expect(left()).toHaveLength(100);
  broken.clear();
  await run(41 * DAY);
  expect(new Set(deleted)).toEqual(new Set(ids));
});
