import type { Phase, Work } from './describe';

export const WIDTHS = [480, 960, 1600] as const;
export const FULL = { width: 1600, height: 1200 } as const;
export const THUMB = { width: 640, height: 480 } as const;

/** One rendering of a picture in one size and format. */
export interface PictureSource {
  file: string;
  width: number;
  type: 'image/avif' | 'image/webp';
}

/** `file` is the widest WebP; `sources` run from the narrowest to the widest. */
export interface SamplePicture {
  file: string;
  width: number;
  height: number;
  alt: string;
  sources: PictureSource[];
}

export interface SampleWork {
  id: string;
  title: string;
  /** ISO 8601, UTC. */
  created: string;
  cover: SamplePicture & { thumb: string };
  before: SamplePicture[];
  after: SamplePicture[];
}

/** `manifest.json` beside the pictures: everything the seed needs to know about them. */
export interface Manifest {
  works: SampleWork[];
}

/** The file name without width and ending; views count from 1. */
export function pictureName(work: Work, view: number, phase: Phase): string {
  return `${work.id}-${phase}-${view + 1}`;
}

export const sourceFile = (name: string, width: number, format: 'avif' | 'webp') =>
  `${name}-${width}.${format}`;
export const thumbFile = (work: Work) => `${work.id}-thumb.webp`;

function picture(work: Work, view: number, phase: Phase): SamplePicture {
  const name = pictureName(work, view, phase);
  const shows = work.scene.views[view]?.shows ?? '';
  const sources = WIDTHS.flatMap((width): PictureSource[] => [
    { file: sourceFile(name, width, 'avif'), width, type: 'image/avif' },
    { file: sourceFile(name, width, 'webp'), width, type: 'image/webp' },
  ]);
  return {
    file: sourceFile(name, FULL.width, 'webp'),
    ...FULL,
    alt: `Sample illustration: ${work[phase]}, ${shows}.`,
    sources,
  };
}

/** The manifest of all pictures of these works; covers are the first view's after. */
export function buildManifest(works: readonly Work[]): Manifest {
  return {
    works: works.map((work) => {
      const views = work.scene.views.map((_, i) => i);
      return {
        id: work.id,
        title: work.title,
        created: work.created,
        cover: { ...picture(work, 0, 'after'), thumb: thumbFile(work) },
        before: views.map((view) => picture(work, view, 'before')),
        after: views.map((view) => picture(work, view, 'after')),
      };
    }),
  };
}
