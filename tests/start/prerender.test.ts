import { expect, test } from 'vitest';
import type { GalleryWork } from '../../src/domain/types';
import { renderWork } from '../../src/start/prerender';

const work = (id: string, title: string, created: string): GalleryWork => ({
  id,
  title,
  created,
  cover: { url: '', thumb: '' },
  before: [],
  after: [],
});

test('works of one title have the month behind it, in the title, og and description', async () => {
  const works = [
    work('a', 'Oak kitchen', '2026-05-31T23:30:00Z'),
    work('b', 'Oak kitchen', '2025-01-01T00:30:00Z'),
    work('c', 'Oak kitchen', ''),
    work('d', 'Elm kitchen', '2026-05-31T23:30:00Z'),
  ];
  const heads = await Promise.all(works.map(async (one) => (await renderWork(one, works)).head));
  const names = heads.map((head) => [
    /<title>(.*?) \|/.exec(head)?.[1],
    /og:title" content="(.*?) \|/.exec(head)?.[1],
    /name="description" content="(.*?):/.exec(head)?.[1],
  ]);
  const everywhere = (name: string) => [name, name, name];
  expect(names).toEqual([
    everywhere('Oak kitchen, May 2026'),
    everywhere('Oak kitchen, January 2025'),
    everywhere('Oak kitchen'),
    everywhere('Elm kitchen'),
  ]);
});
