import type { ImageSource } from '../domain/types';

export interface SourceSet {
  type: string;
  srcSet: string;
}

/** A part of a picture that is shown instead of it, in renderings of its own. */
export interface Crop {
  /** In which windows, as a media query. */
  media: string;
  /** How wide it is shown there, as in the `sizes` attribute. */
  sizes: string;
  sources: ImageSource[];
}

/** Smallest files first: browsers take the first type they know. */
const PREFERENCE = ['image/avif', 'image/webp'];

const rank = (type: string) => {
  const index = PREFERENCE.indexOf(type);
  return index === -1 ? PREFERENCE.length : index;
};

/** Renderings grouped by type as `srcset`s, best type first, narrowest first. */
export function sourceSets(sources: readonly ImageSource[] = []): SourceSet[] {
  const types = [...new Set(sources.map((source) => source.type))];
  return types
    .sort((a, b) => rank(a) - rank(b))
    .map((type) => ({
      type,
      srcSet: sources
        .filter((source) => source.type === type)
        .sort((a, b) => a.width - b.width)
        .map((source) => `${source.url} ${source.width}w`)
        .join(', '),
    }));
}
