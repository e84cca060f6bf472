import type { WorkboxPlugin } from 'workbox-core/types';
import { WORK_WIDTHS } from '../src/domain/constants';
import { tallWidths, widths } from '../src/shared/hero.json';

const WIDTHS = [...WORK_WIDTHS, ...widths, ...tallWidths];
const WIDEST = Math.max(...WIDTHS);

/**
 * The parts of the address of an image file: what all files of the image share, the crop and the width. Only the widths
 * of our own files match, because the names that the owner gives may end in numbers, too.
 */
const RENDERING = /^(.*?)(-tall)?-(\d+)\.(?:avif|webp|jpeg)$/;

/** `image` is undefined if the image has only this one file. `width` is in pixels. */
function fileOf(address: string) {
  const { origin, pathname } = new URL(address);
  const [, image, crop, digits] = RENDERING.exec(origin + pathname) ?? [];
  const width = Number(digits);
  return { image: WIDTHS.includes(width) ? image : undefined, crop, width };
}

/**
 * If a file of an image cannot be loaded, answers with another one from the cache: with the same crop if possible, and
 * with the greatest width. A phone that is turned to landscape while offline asks for a width that it has never loaded.
 */
export function otherRendering(cacheName: string): WorkboxPlugin {
  return {
    async handlerDidError({ request }) {
      const wanted = fileOf(request.url);
      if (wanted.image === undefined) return undefined;
      const cache = await caches.open(cacheName);
      const others = (await cache.keys())
        .map((cached) => ({ cached, ...fileOf(cached.url) }))
        .filter(({ image }) => image === wanted.image)
        .map((file) => ({ ...file, rank: file.width + (file.crop === wanted.crop ? WIDEST : 0) }))
        .sort((a, b) => b.rank - a.rank);
      for (const { cached } of others) {
        const answer = await cache.match(cached);
        if (answer?.headers.get('content-type')?.startsWith('image/')) return answer;
      }
      return undefined;
    },
  };
}
