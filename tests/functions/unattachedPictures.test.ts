/** Pictures that were never attached (functions/): which are deleted, and how a run continues the last one. */
import { expect, test } from 'vitest';
import { deleteUnattachedPictures } from '../../functions/src/unattachedPictures';

const DAY = 86_400_000;

test('after 31 days the pictures that no request names are deleted, even if a run was cut off', async () => {
  const requests = [
    { id: 'empty', created: 1 * DAY, files: [] },
    { id: 'attached', created: 1 * DAY + 1, files: [{ ref: 'x' }] },
    { id: 'made by hand', created: 2 * DAY, files: undefined },
    { id: 'second', created: 3 * DAY, files: [] },
    { id: 'young', created: 3 * DAY + 1, files: [] },
  ];
  const deleted: string[] = [];
  let now = 33 * DAY - 1;
  let checkedUpTo = 0;
  let isDown = true;
  const run = () =>
    deleteUnattachedPictures({
      requestsBetween: async (after, to) =>
        requests.filter(({ created }) => created > after && created <= to),
      async deletePictures(id) {
        if (isDown) throw new Error('503');
        deleted.push(id);
      },
      checkedUpTo: async () => checkedUpTo,
      setCheckedUpTo: async (time) => void (checkedUpTo = time),
      now: () => now,
    });
  await expect(run()).rejects.toThrow('503');
  isDown = false;
  await run();
  expect(deleted).toEqual(['empty']);
  now = 34 * DAY;
  await run();
  await run();
  expect(deleted).toEqual(['empty', 'second']);
});
