import { FULL_WIDTH, WIDTHS } from '../../tools/gallery/renderings';
import type { DescribedImage, DescribedWork } from '../../tools/gallery/workDocument';
import type { Phase, Work } from './describe';

export const FULL = { width: FULL_WIDTH, height: (FULL_WIDTH * 3) / 4 } as const;

/** A drawn picture always says what it shows. */
export type SamplePicture = DescribedImage & { alt: string };

interface SampleWork extends DescribedWork {
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
  const sources = WIDTHS.flatMap((width) => [
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
