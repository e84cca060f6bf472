import type { ImageSource } from '../../domain/types';

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

/** The props of `Picture` that show one side. */
const heroPicture = (side: Side, alt: string) => ({
  image: {
    url: `/hero/${side}-1200.webp`,
    alt,
    width: 1200,
    height: 900,
    sources: sourcesOf(side, WIDTHS),
  },
  alt,
  // How wide it is shown (see Hero.module.css).
  sizes: '(max-width: 899px) 100vw, (max-width: 1280px) 54vw, 680px',
  // What phones show of it: two fifths fewer pixels.
  crop: {
    media: '(max-width: 719px) and (orientation: portrait)',
    sizes: 'calc(100vw - 2rem)',
    sources: sourcesOf(`${side}-tall`, TALL_WIDTHS),
  },
});

export const HERO_BEFORE = heroPicture(
  'before',
  'Sample illustration: a kitchen with worn, yellowed honey-oak cabinets',
);
export const HERO_AFTER = heroPicture(
  'after',
  'Sample illustration: the same kitchen, its cabinets refinished to look like new',
);
