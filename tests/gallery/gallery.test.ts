import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { GalleryWork } from '../../src/domain/types';
import { Gallery } from '../../src/gallery/Gallery';
import { isOfKind, kindIn, kindsOf } from '../../src/gallery/workKinds';
import type { Services } from '../../src/shared/services';
import { createWorksStore, type WorksOfPage } from '../../src/shared/works/worksStore';
import { markup } from '../support/markup';

/** Without services: rendering must not read anything. */
const render = (brought: WorksOfPage = {}) =>
  markup(createElement(Gallery), {
    gallery: {} as Services['gallery'],
    works: createWorksStore(brought),
  });

const WORK: GalleryWork = {
  id: 'sage kitchen',
  title: 'Sage <kitchen>',
  created: '2026-01-01T00:00:00Z',
  cover: {
    url: 'https://pictures.example/full.jpg',
    thumb: 'https://pictures.example/thumb.jpg',
    alt: 'Sample illustration: a kitchen',
    placeholder: 'VXd3'.repeat(12),
    sources: [{ url: 'https://pictures.example/400.avif', width: 400, type: 'image/avif' }],
  },
  before: [],
  after: [],
};

test('the gallery shows placeholders until the works are known', () => {
  const html = render();
  expect(html).toContain('id="gallerySection"');
  expect(html).toContain('Explore our work');
  expect(html).toContain('aria-busy="true"');
  // What comes is higher, and would push a link below it down.
  expect(html).not.toContain('<a ');
});

test('the prerendered gallery has each work’s thumbnail, title and address', () => {
  const html = render({ cards: [WORK] });
  for (const part of [
    'href="/work/sage%20kitchen"',
    'src="https://pictures.example/thumb.jpg"',
    'srcSet="https://pictures.example/400.avif 400w"',
    'alt="Sample illustration: a kitchen"',
    'Sage &lt;kitchen&gt;',
    'crossorigin="anonymous"',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).toMatch(/<img[^>]*loading="lazy"[^>]*width="800" height="600"/);
  expect(html).toMatch(
    /<img[^>]*style="background-image:url\(data:image\/bmp;base64,Qk[^)]*VXd3\)"/,
  );
});

test('the gallery shows a work without pictures, too', () => {
  const bare = { id: 'bare', title: 'Bare', cover: {} } as unknown as GalleryWork;
  const html = render({ cards: [bare] });
  expect(html).toContain('href="/work/bare"');
  expect(html).not.toContain('<img');
});

test('an empty gallery says so', () => {
  expect(render({ cards: [] })).toContain('Our first works are on their way here.');
});

const titled = ['Elm kitchen', 'Oak Island', 'Double vanity', 'Elm Street'].map((title) => ({
  title,
}));

test('a work’s title tells its kind, and the address tells which kind to show', () => {
  expect(kindsOf(titled)).toEqual(['kitchen', 'bath']);
  expect(titled.map((work) => isOfKind(work, 'kitchen'))).toEqual([true, true, false, false]);
  expect(kindIn('?works=bath', titled)).toBe('bath');
});

test('every work is shown where there is no choice of kinds, or none of the wanted kind', () => {
  expect(kindsOf(titled.slice(0, 2))).toEqual([]);
  expect(kindIn('?works=laundry', titled)).toBeUndefined();
  expect(kindIn('?works=constructor', titled)).toBeUndefined();
  expect(kindIn('', titled)).toBeUndefined();
});

test('while more works can be read, the address may name a kind that none of the known works is of', () => {
  const kitchens = [{ title: 'A kitchen' }];
  expect(kindIn('?works=bath', kitchens)).toBeUndefined();
  expect(kindIn('?works=bath', kitchens, true)).toBe('bath');
  expect(kindIn('?works=garage', kitchens, true)).toBeUndefined();
});
