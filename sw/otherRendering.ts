import type { WorkboxPlugin } from 'workbox-core/types';

/** How the files of a picture differ (tools/gallery/renderings.ts, heroPictures.ts): crop, width, type. */
const RENDERING = /(?:-tall)?-(\d+)\.(?:avif|webp|jpe?g)$/;

/**
 * Answers for a file of a picture that cannot be had with the widest other one in the cache: a phone that
 * is turned offline asks for a size that it has never loaded.
 */
export function otherRendering(cacheName: string): WorkboxPlugin {
  return {
    async handlerDidError({ request }) {
      const wanted = fileOf(request.url);
      if (!wanted) return undefined;
      const cache = await caches.open(cacheName);
      const others = (await cache.keys())
        .map((kept) => ({ kept, ...fileOf(kept.url) }))
        .filter(({ picture }) => picture === wanted.picture)
        .toSorted((a, b) => b.width! - a.width!);
      for (const { kept } of others) {
        const answer = await cache.match(kept);
        if (answer?.headers.get('content-type')?.startsWith('image/')) return answer;
      }
      return undefined;
    },
  };
}

/** Which picture an address is a file of, and its pixels across; undefined for one that stands alone. */
function fileOf(address: string): { picture: string; width: number } | undefined {
  const { origin, pathname } = new URL(address);
  const width = RENDERING.exec(pathname)?.[1];
  if (width === undefined) return undefined;
  return { picture: origin + pathname.replace(RENDERING, ''), width: Number(width) };
}
