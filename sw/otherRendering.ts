import type { WorkboxPlugin } from 'workbox-core/types';

/**
 * How the files of a picture differ: crop, width, type. Only widths that are ours (tools/gallery/renderings.ts,
 * heroPictures.ts): the owner's own names may end in numbers that tell pictures apart.
 */
const RENDERING = /(-tall)?-(480|720|800|960|1200|1600)\.(?:avif|webp)$/;
const WIDEST = 1600;

/**
 * Answers for a file of a picture that cannot be had with another one in the cache, the same crop and the
 * widest if possible: a phone that is turned offline asks for a size that it has never loaded.
 */
export function otherRendering(cacheName: string): WorkboxPlugin {
  return {
    async handlerDidError({ request }) {
      const wanted = fileOf(request.url);
      if (!wanted) return undefined;
      const rank = ({ crop, width = 0 }: Partial<PictureFile>) =>
        width + (crop === wanted.crop ? WIDEST : 0);
      const cache = await caches.open(cacheName);
      const others = (await cache.keys())
        .map((kept) => ({ kept, ...fileOf(kept.url) }))
        .filter(({ picture }) => picture === wanted.picture)
        .sort((a, b) => rank(b) - rank(a));
      for (const { kept } of others) {
        const answer = await cache.match(kept);
        if (answer?.headers.get('content-type')?.startsWith('image/')) return answer;
      }
      return undefined;
    },
  };
}

interface PictureFile {
  picture: string;
  crop: string;
  /** Pixels across. */
  width: number;
}

/** Which file of which picture an address is; undefined for one that stands alone. */
function fileOf(address: string): PictureFile | undefined {
  const { origin, pathname } = new URL(address);
  const [end, crop = '', width] = RENDERING.exec(pathname) ?? [];
  if (end === undefined) return undefined;
  return { picture: origin + pathname.slice(0, -end.length), crop, width: Number(width) };
}
