/**
 * Decides which files are made from a work's photos. Names come from the content: a stored file is known by its name.
 */
import type { Photo } from './photos';
import { WORK_WIDTHS } from '../../src/domain/constants';
import { FORMATS, type Format } from './makeRenderings';
import type { DescribedImage, DescribedWork } from '../../src/domain/workDocument';

export interface Rendering {
  file: string;
  /** Pixels across; `thumb` is the picture of the gallery card, whose size is always the same. */
  width: number | 'thumb';
  format: Format;
}

const nameOf = ({ hash }: Photo, width: number | 'thumb', format: Format) =>
  `${hash}-${width}.${format}`;

function widthsOf({ width }: Photo): number[] {
  return [...WORK_WIDTHS.filter((each) => each < width), width];
}

/** Describes the picture of a photo: `file` is the widest WebP. */
export function describeImage(photo: Photo): DescribedImage {
  const { width, height, placeholder } = photo;
  const sources = widthsOf(photo).flatMap((each) =>
    FORMATS.map((format) => ({
      file: nameOf(photo, each, format),
      width: each,
      type: `image/${format}`,
    })),
  );
  return { file: nameOf(photo, width, 'webp'), width, height, placeholder, sources };
}

export interface WorkPhotos {
  cover: Photo;
  before: Photo[];
  after: Photo[];
}

export function describeWork(
  facts: Pick<DescribedWork, 'id' | 'title' | 'created'>,
  { cover, before, after }: WorkPhotos,
): DescribedWork {
  return {
    ...facts,
    cover: { ...describeImage(cover), thumb: nameOf(cover, 'thumb', 'webp') },
    before: before.map(describeImage),
    after: after.map(describeImage),
  };
}

/** Every file of a work, each once, grouped by photo. */
export function renderingsOf({ cover, before, after }: WorkPhotos): Map<Photo, Rendering[]> {
  const groups = new Map<Photo, Rendering[]>();
  const seen = new Set<string>();
  const add = (photo: Photo, width: number | 'thumb', format: Format) => {
    const file = nameOf(photo, width, format);
    if (seen.has(file)) return;
    seen.add(file);
    groups.set(photo, [...(groups.get(photo) ?? []), { file, width, format }]);
  };
  add(cover, 'thumb', 'webp');
  for (const photo of [cover, ...before, ...after]) {
    for (const width of widthsOf(photo)) {
      for (const format of FORMATS) add(photo, width, format);
    }
  }
  return groups;
}
