import { storedPlaceholder } from '../ui/placeholder';
import type { GalleryWork, ImageSource } from '../domain/types';

/**
 * The works of a prerendered gallery, read from its cards: hydration renders the same from them. Undefined
 * where there are placeholders instead, or no gallery; one that was empty when the site was built has none.
 */
export function worksOfCards(): GalleryWork[] | undefined {
  const section = document.getElementById('gallerySection');
  if (!section || section.querySelector('[aria-busy]')) return undefined;
  return [...section.querySelectorAll<HTMLAnchorElement>('li > a')].map(workOf);
}

/** What comes before a work's id in the address of its card. */
const WORK_PATH = /^\/work\//;

function workOf(card: HTMLAnchorElement): GalleryWork {
  const image = card.querySelector('img');
  const sources = [...card.querySelectorAll('source')].flatMap(sourcesOf);
  const number = (name: string) => Number(image?.getAttribute(name));
  const thumb = image?.getAttribute('src') ?? '';
  const placeholder = storedPlaceholder(image?.style.backgroundImage ?? '');
  return {
    id: decodeURIComponent(card.pathname.replace(WORK_PATH, '')),
    title: card.lastElementChild!.textContent,
    created: '',
    cover: {
      // The widest of the last type, which every browser knows.
      url: sources.at(-1)?.url ?? thumb,
      thumb,
      ...(image?.alt && { alt: image.alt }),
      ...(image && { width: number('width'), height: number('height') }),
      ...(sources.length > 0 && { sources }),
      ...(placeholder && { placeholder }),
    },
    before: [],
    after: [],
  };
}

function sourcesOf({ type, srcset }: HTMLSourceElement): ImageSource[] {
  return srcset.split(', ').map((candidate) => {
    const [url = '', width = ''] = candidate.split(' ');
    return { url, width: Number.parseInt(width), type };
  });
}
