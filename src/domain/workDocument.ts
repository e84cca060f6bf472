import type { GalleryWork, WorkImage } from './types';

/** A picture, described by the names of its files: `file` is the full size, `sources` go from narrow to wide. */
export interface DescribedImage {
  file: string;
  width: number;
  height: number;
  alt?: string;
  placeholder?: string;
  sources: { file: string; width: number; type: string }[];
}

export interface DescribedWork {
  id: string;
  title: string;
  /** ISO 8601. */
  created: string;
  cover: DescribedImage & { thumb: string };
  before: DescribedImage[];
  after: DescribedImage[];
}

export const workImage = (
  { file, width, height, alt, placeholder, sources }: DescribedImage,
  addressOf: (file: string) => string,
): WorkImage => ({
  url: addressOf(file),
  ...(alt !== undefined && { alt }),
  ...(placeholder !== undefined && { placeholder }),
  width,
  height,
  sources: sources.map((source) => ({
    url: addressOf(source.file),
    width: source.width,
    type: source.type,
  })),
});

export function workDocument(
  work: DescribedWork,
  addressOf: (file: string) => string,
): GalleryWork {
  const image = (described: DescribedImage) => workImage(described, addressOf);
  return {
    id: work.id,
    title: work.title,
    created: work.created,
    cover: { ...image(work.cover), thumb: addressOf(work.cover.thumb) },
    before: work.before.map(image),
    after: work.after.map(image),
  };
}

/** A document with `created` as Firestore stores it: a timestamp. */
export type Dated<T extends { created: string }> = Omit<T, 'created'> & { created: Date };

export function withTimestamp<T extends { created: string }>(entity: T): Dated<T> {
  return { ...entity, created: new Date(entity.created) };
}

export function fileNamesOf({ cover, before, after }: DescribedWork): string[] {
  const files = [cover, ...before, ...after].flatMap(({ file, sources }) => [
    file,
    ...sources.map((source) => source.file),
  ]);
  return [...new Set([cover.thumb, ...files])];
}
