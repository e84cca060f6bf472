import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Gallery } from '../../src/gallery/Gallery';
import { worksOfCards } from '../../src/gallery/feed';
import { ServicesProvider, type Services } from '../../src/shared/services';
import { putWorksOfPage } from '../../src/shared/worksStore';
import { markup } from '../support/markup';

afterEach(() => vi.unstubAllGlobals());

/** A page with the gallery as the build renders it, which has no cards. */
function openPage(): void {
  const services = { gallery: {} } as Services;
  const html = markup(createElement(ServicesProvider, { value: services }, createElement(Gallery)));
  const section = {
    querySelector: (selector: string) =>
      html.includes(` ${selector.slice(1, -1)}=`) ? section : null,
    querySelectorAll: () => [],
  };
  vi.stubGlobal('document', { getElementById: () => section });
}

test('a gallery that the build could not read is unknown, one that was empty is known', () => {
  openPage();
  expect(worksOfCards()).toBeUndefined();
  putWorksOfPage({ gallery: [] });
  openPage();
  expect(worksOfCards()).toEqual([]);
});

test('a page without a gallery has no cards', () => {
  vi.stubGlobal('document', { getElementById: () => null });
  expect(worksOfCards()).toBeUndefined();
});
