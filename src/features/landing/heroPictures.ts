import type { WorkImage } from '../../domain/types';

/** Pixel widths in which the hero's pictures are in `public/hero/`; all are 4:3. */
const WIDTHS = [480, 800, 1200, 1600];
const TYPES = ['avif', 'webp'];

function heroPicture(side: 'before' | 'after', alt: string): WorkImage {
  return {
    url: `/hero/${side}-1200.webp`,
    alt,
    width: 1200,
    height: 900,
    sources: TYPES.flatMap((type) =>
      WIDTHS.map((width) => ({
        url: `/hero/${side}-${width}.${type}`,
        width,
        type: `image/${type}`,
      })),
    ),
  };
}

export const HERO_BEFORE = heroPicture(
  'before',
  'Sample illustration: a kitchen with worn, yellowed honey-oak cabinets',
);
export const HERO_AFTER = heroPicture(
  'after',
  'Sample illustration: the same kitchen, its cabinets refinished to look like new',
);
/** How wide the hero's pictures are shown (see Hero.module.css), for `sizes` and a preload. */
export const HERO_SIZES =
  '(max-width: 719px) 150vw, (max-width: 899px) 100vw, (max-width: 1280px) 54vw, 680px';
