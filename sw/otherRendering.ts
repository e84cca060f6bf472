import type { WorkboxPlugin } from 'workbox-core/types';

/**
 * An image's address by what its files have in common, their crop and their width. Only widths that are ours
 * (tools/gallery/renderings.ts, heroPictures.ts): the owner's own names may end in numbers, too.
 */
const RENDERING = /^(.*?)(-tall)?-(480|720|800|960|1200|1600)\.(?:avif|webp)$/;
const WIDEST = 1600;

/** `image` is undefined for a file that stands alone; `width` is pixels. */
function fileOf(address: string) {
  const { origin, pathname } = new URL(address);
  const [, image, crop, width] = RENDERING.exec(origin + pathname) ?? [];
  return { image, crop, width: Number(width) };
}

/**
 * Answers for a file of an image that cannot be had with another one in the cache, the same crop and the
 * widest if possible: a phone that is turned offline asks for a size that it has never loaded.
 */
export function otherRendering(cacheName: string): WorkboxPlugin {
  return {
    async handlerDidError({ request }) {
      const wanted = fileOf(request.url);
      if (wanted.image === undefined) return undefined;
      const cache = await caches.open(cacheName);
      const others = (await cache.keys())
        .map((kept) => ({ kept, ...fileOf(kept.url) }))
        .filter(({ image }) => image === wanted.image)
        .map((file) => ({ ...file, rank: file.width + (file.crop === wanted.crop ? WIDEST : 0) }))
        .sort((a, b) => b.rank - a.rank);
      for (const { kept } of others) {
        const answer = await cache.match(kept);
        if (answer?.headers.get('content-type')?.startsWith('image/')) return answer;
      }
      return undefined;
    },
  };
}
