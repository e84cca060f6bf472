import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { GalleryWork } from '../../../src/domain/types';
import { Gallery } from '../../../src/gallery/Gallery';
import { ServicesProvider, type Services } from '../../../src/shared/services';
import { putEmbedded } from '../../../src/shared/worksStore';
import { sourceSets } from '../../../src/ui/Picture';

function render(): string {
  const services = {
    gallery: {
      list: () => Promise.reject(new Error('Rendering must not read.')),
      follow: () => () => {},
    },
  } as unknown as Services;
  const gallery = createElement(ServicesProvider, { value: services }, createElement(Gallery));
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, gallery));
}

const WORK: GalleryWork = {
  id: 'sage kitchen',
  title: 'Sage <kitchen>',
  created: '2026-01-01T00:00:00Z',
  cover: {
    url: 'https://pictures.example/full.jpg',
    thumb: 'https://pictures.example/thumb.jpg',
    alt: 'Sample illustration: a kitchen',
    sources: [{ url: 'https://pictures.example/400.avif', width: 400, type: 'image/avif' }],
  },
  before: [],
  after: [],
};

describe('the gallery section', () => {
  test('is a heading over placeholders until the works are known', () => {
    const html = render();
    expect(html).toContain('id="gallerySection"');
    expect(html).toContain('Explore our work');
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('<a ');
  });

  test('prerenders the works it was given: thumbnail, title, address', () => {
    putEmbedded([WORK], true);
    const html = render();
    expect(html).toContain('href="/work/sage%20kitchen"');
    expect(html).toContain('src="https://pictures.example/thumb.jpg"');
    expect(html).toContain('srcSet="https://pictures.example/400.avif 400w"');
    expect(html).toContain('alt="Sample illustration: a kitchen"');
    expect(html).toContain('Sage &lt;kitchen&gt;');
    expect(html).toMatch(/<img[^>]*loading="lazy"[^>]*width="800" height="600"/);
    expect(html).toContain('crossorigin="anonymous"');
  });

  test('shows a work that lacks its pictures', () => {
    putEmbedded([{ id: 'bare', title: 'Bare', cover: {} } as unknown as GalleryWork], true);
    const html = render();
    expect(html).toContain('href="/work/bare"');
    expect(html).not.toContain('<img');
  });

  test('says so when there is nothing yet', () => {
    putEmbedded([], true);
    expect(render()).toContain('Our first works are on their way here.');
  });
});

describe('the renderings of a picture', () => {
  test('are offered best type first, narrowest first', () => {
    const source = (type: string, width: number) => ({ url: `/${width}.${type}`, width, type });
    expect(
      sourceSets([
        source('image/jpeg', 800),
        source('image/webp', 1200),
        source('image/avif', 800),
        source('image/webp', 400),
      ]),
    ).toEqual([
      { type: 'image/avif', srcSet: '/800.image/avif 800w' },
      { type: 'image/webp', srcSet: '/400.image/webp 400w, /1200.image/webp 1200w' },
      { type: 'image/jpeg', srcSet: '/800.image/jpeg 800w' },
    ]);
    expect(sourceSets(undefined)).toEqual([]);
  });
});
