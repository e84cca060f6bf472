import { fromFields } from '../../backend/protoJson';
import type { Backend } from './fixtures';

interface Sample {
  title: string;
  created: string;
  cover: { url: string; thumb: string };
}

function samplesOf(backend: Backend): Sample[] {
  const works = backend.firestore
    .list('gallery')
    .map(({ fields }) => fromFields(fields) as unknown);
  return (works as Sample[]).toSorted((a, b) => (a.created < b.created ? -1 : 1));
}

/** The titles of the sample works, as the gallery shows them. */
export const titlesOf = (backend: Backend): string[] =>
  samplesOf(backend).map(({ title }) => title);

/** Pictures that exist. */
export function goodPictures(backend: Backend): Sample['cover'] {
  const { url, thumb } = samplesOf(backend)[0]!.cover;
  return { url, thumb };
}
