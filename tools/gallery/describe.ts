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

const nameOf = (picture: string, width: number | 'thumb', format: Format) =>
  `${picture}-${width}.${format}`;

const widthsOf = (width: number): number[] => [
  ...WORK_WIDTHS.filter((each) => each < width),
  width,
];

/**
 * Describes a picture, the names of whose files begin with `name`: `file` is the widest WebP. `width` and `height` are
 * those of that file, in pixels.
 */
export function describeImage(
  name: string,
  { width, height, placeholder }: Pick<Photo, 'width' | 'height' | 'placeholder'>,
): DescribedImage {
  const sources = widthsOf(width).flatMap((each) =>
    FORMATS.map((format) => ({
      file: nameOf(name, each, format),
      width: each,
      type: `image/${format}`,
    })),
  );
  return { file: nameOf(name, width, 'webp'), width, height, placeholder, sources };
}

const describePhoto = (photo: Photo) => describeImage(photo.hash, photo);

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
    cover: { ...describePhoto(cover), thumb: nameOf(cover.hash, 'thumb', 'webp') },
    before: before.map(describePhoto),
    after: after.map(describePhoto),
  };
}

/** Every file of a work, each once, grouped by photo. */
export function renderingsOf({ cover, before, after }: WorkPhotos): Map<Photo, Rendering[]> {
  const groups = new Map<Photo, Rendering[]>();
  const seen = new Set<string>();
  const add = (photo: Photo, width: number | 'thumb', format: Format) => {
    const file = nameOf(photo.hash, width, format);
    if (seen.has(file)) return;
    seen.add(file);
    groups.set(photo, [...(groups.get(photo) ?? []), { file, width, format }]);
  };
  add(cover, 'thumb', 'webp');
  for (const photo of [cover, ...before, ...after]) {
    for (const width of widthsOf(photo.width)) {
      for (const format of FORMATS) add(photo, width, format);
    }
  }
  return groups;
}
