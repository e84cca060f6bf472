import { expect, test } from 'vitest';
import { renderLanding, renderWork } from '../../src/start/prerender';
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

test('the landing page alone says the name of the site, for search engines', async () => {
  const pages = [await renderLanding(), await renderWork(bareWork('a'), [bareWork('a')])];
  const sites = pages.map(({ head }) => /[{]"@type":"WebSite"[^}]*[}]/.exec(head)?.[0]);
  expect(sites).toEqual([
    '{"@type":"WebSite","name":"Like New Cabinets","url":"http://localhost:5000/"}',
    undefined,
  ]);
});
