import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { GalleryWork } from '../../src/domain/types';
import { createWorksStore } from '../../src/shared/works/worksStore';
import { WorkArticle, WorkLoading } from '../../src/work/WorkArticle';
import { WorkFooter } from '../../src/work/WorkPage';
import { bareWork } from '../support/bareWork';
import { markup } from '../support/markup';

const picture = (name: string) => ({ url: `https://pictures.example/${name}.jpg` });

const WORK: GalleryWork = {
  id: 'oak',
  title: 'An oak kitchen',
  created: '2026-01-01T00:00:00Z',
  cover: { ...picture('cover'), thumb: picture('thumb').url },
  before: [picture('before-1'), picture('before-2')],
  after: [picture('after-1')],
};

const render = (work: GalleryWork) => markup(createElement(WorkArticle, { work }));
const html = render(WORK);

test('a work has its title, three ways on and both sides', () => {
  expect(html).toMatch(/<h1[^>]*>An oak kitchen<\/h1>/);
  expect(html).toMatch(/href="\/#gallerySection"[^>]*>.*?See more works/);
  expect(html).toMatch(/href="\/#request-service"[^>]*>.*?Request service/);
  expect(html).toMatch(/href="https:\/\/api\.whatsapp\.com\/send\?[^>]*>.*?Contact us/);
  expect(html).toMatch(/<h2[^>]*>Before<\/h2>/);
  expect(html).toMatch(/<h2[^>]*>After<\/h2>/);
});

test('the cover and every picture open in full size in a new tab', () => {
  for (const name of ['cover', 'before-1', 'before-2', 'after-1']) {
    expect(html).toContain(
      `<a href="${picture(name).url}" target="_blank" rel="noopener noreferrer"`,
    );
  }
  expect(html.match(/opens full size in a new tab/g)).toHaveLength(4);
});

test('pictures without a text of their own get one', () => {
  expect(html).toContain('alt="An oak kitchen, before, picture 2"');
});

test('a work can be compared only if it has a picture of before and of after', () => {
  expect(html).toContain('aria-valuetext="50% before, 50% after"');
  expect(render({ ...WORK, after: [] })).not.toContain('type="range"');
  expect(render({ ...WORK, before: [] })).not.toContain('type="range"');
});

test('the slider begins with other pictures than the cover, and every pair can be chosen', () => {
  const [first, second] = [picture('after-1'), picture('after-2')];
  const html = render({
    ...WORK,
    cover: { ...WORK.cover, url: first.url },
    after: [first, second],
  });
  expect(html.split(second.url)).toHaveLength(4);
  expect(html.split(first.url)).toHaveLength(5);
  expect(html.match(/aria-pressed="\w+"|Pair \d/g)).toEqual([
    'aria-pressed="false"',
    'Pair 1',
    'aria-pressed="true"',
    'Pair 2',
  ]);
  // The commonest work has one pair, and its after-picture is the cover, too.
  const one = render({ ...WORK, cover: { ...WORK.cover, url: first.url } });
  expect(one).toContain('type="range"');
  expect(one).not.toContain('Pair');
});

test('no line of a work’s title begins with a dash', () => {
  expect(render({ ...WORK, title: 'A kitchen — oak to sage - 2024' })).toContain(
    'A kitchen\u00a0— oak to sage\u00a0- 2024',
  );
});

test('a work with nothing but a title is shown', () => {
  const bare = render({ id: 'bare', title: 'Bare' } as unknown as GalleryWork);
  expect(bare).toContain('Bare');
  expect(bare).not.toContain('<img');
  expect(bare.match(/No pictures yet\./g)).toHaveLength(2);
});

test('a work that the build does not know waits for nothing where no script runs', () => {
  const loading = markup(createElement(WorkLoading));
  expect(loading).toContain(
    '<noscript>This work cannot be shown without JavaScript.</noscript></h1>',
  );
  // The build hides both there (NoScript in src/start/prerender.tsx).
  const hidden = loading.replace(/<span aria-busy="true">.*?<noscript>/s, '<noscript>');
  expect(hidden).not.toContain('Loading');
  expect(hidden.match(/<span class="[^"]*skeleton[^>]*>/g)).toEqual([
    expect.stringContaining('data-skeleton=""'),
  ]);
});

const workCalled = (id: string) => bareWork(id, { title: `Oak & ${id}` });
const works = createWorksStore({});
const links = (id: string) => {
  const html = markup(createElement(WorkFooter, { work: workCalled(id) }), { works });
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
};

test('a work’s page leads to a request that names it, and to the works beside it', () => {
  const like = (id: string) => `/?like=Oak%20%26%20${id}#request-service`;
  expect(links('b')).toEqual([like('b'), '/work']);
  works.putFirstPage({ works: ['a', 'b', 'c'].map(workCalled) });
  expect(links('b')).toEqual([like('b'), '/work', '/work/a', '/work/c']);
  expect(links('a')).toEqual([like('a'), '/work', '/work/b']);
  expect(links('c')).toEqual([like('c'), '/work', '/work/b']);
});

/** As RFC 9309 reads it where no rule has a wildcard, and as readers of the first standard do: the first match counts. */
const isForbidden = (rules: string[], address: string) =>
  rules.find((rule) => address.startsWith(rule.split(': ')[1]!))?.startsWith('Disallow') ?? false;

test('robots.txt keeps every reader from the copies of the landing page that works link to, and from nothing else', () => {
  const robots = readFileSync('public/robots.txt', 'utf8');
  const rules = robots.match(/^(?:Allow|Disallow): .*$/gm)!;
  const [like = '', ...others] = links('b').map(String);
  expect(isForbidden(rules, like)).toBe(true);
  for (const address of ['/', '/sitemap.xml', ...others])
    expect([address, isForbidden(rules, address)]).toEqual([address, false]);
});
