import { expect, test } from 'vitest';
import { renderWork } from '../../src/start/prerender';
import { bareWork } from '../support/bareWork';

test('works of one title have the month behind it, in the title, og and description', async () => {
  const works = [
    bareWork('a', { title: 'Oak kitchen', created: '2026-05-31T23:30:00Z' }),
    bareWork('b', { title: 'Oak kitchen', created: '2025-01-01T00:30:00Z' }),
    bareWork('c', { title: 'Oak kitchen', created: '' }),
    bareWork('d', { title: 'Elm kitchen', created: '2026-05-31T23:30:00Z' }),
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
