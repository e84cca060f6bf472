import type { ImageSource, WorkImage } from '../../domain/types';
import type { Crop } from '../../ui/pictureSources';

/** Pixel widths in which the hero's pictures are in `public/hero/`: whole (4:3), and as phones crop them (4:5). */
const WIDTHS = [480, 800, 1200, 1600];
const TALL_WIDTHS = [480, 720, 960];
const TYPES = ['avif', 'webp'];

type Side = 'before' | 'after';

const sourcesOf = (name: string, widths: number[]): ImageSource[] =>
  TYPES.flatMap((type) =>
    widths.map((width) => ({
      url: `/hero/${name}-${width}.${type}`,
      width,
      type: `image/${type}`,
    })),
  );

const heroPicture = (side: Side, alt: string): WorkImage => ({
  url: `/hero/${side}-1200.webp`,
  alt,
  width: 1200,
  height: 900,
  sources: sourcesOf(side, WIDTHS),
});

const tall = (side: Side): Crop => ({
  media: '(max-width: 719px) and (orientation: portrait)',
  sizes: 'calc(100vw - 2rem)',
  sources: sourcesOf(`${side}-tall`, TALL_WIDTHS),
});

export const HERO_BEFORE = heroPicture(
  'before',
  'Sample illustration: a kitchen with worn, yellowed honey-oak cabinets',
);
export const HERO_AFTER = heroPicture(
  'after',
  'Sample illustration: the same kitchen, its cabinets refinished to look like new',
);
/** What phones show of them: two fifths fewer pixels. */
export const HERO_TALL = { before: tall('before'), after: tall('after') };
/** How wide the whole pictures are shown (see Hero.module.css). */
export const HERO_SIZES =
  '(max-width: 719px) 150vw, (max-width: 899px) 100vw, (max-width: 1280px) 54vw, 680px';
