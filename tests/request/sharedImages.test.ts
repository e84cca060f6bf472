import { afterEach, expect, it, vi } from 'vitest';
import { SHARE_CACHE, sharedEntry } from '../../src/contract/sharedImages';
import { createSharedImages } from '../../src/request/takeSharedImages';
import { judgeFile } from '../../src/pictures/imageTypes';
import { eventually } from '../support/eventually';

afterEach(() => vi.unstubAllGlobals());

it('an empty shared file is called empty, and one of which only the name came too large', async () => {
  const shared = [
    { file: new File([], 'empty.jpg'), isStored: true },
    { file: new File([new Uint8Array(9)], 'large.jpg'), isStored: false },
    { file: new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'good.jpg'), isStored: true },
  ];
  const entries = new Map(
    shared.map(({ file, isStored }, index) => {
      const { url, headers } = sharedEntry(index, file);
      return [url, () => new Response(isStored ? file : null, { headers })];
    }),
  );
  const removed: string[] = [];
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => ({
      keys: async () => [...entries.keys()],
      match: async (url: string) => entries.get(url)!(),
    }),
    delete: async (name: string) => removed.push(name),
  });
  const judged: unknown[] = [];
  createSharedImages(async (files, reasonIfEmpty) => {
    for (const file of files) judged.push([file.name, await judgeFile(file, reasonIfEmpty(file))]);
    return true;
  }).follow(true);
  await eventually(async () => expect(removed).toEqual([SHARE_CACHE]));
  expect(judged).toEqual([
    ['empty.jpg', { reason: 'empty' }],
    ['large.jpg', { reason: 'tooLarge' }],
    ['good.jpg', { type: 'image/jpeg' }],
  ]);
});
