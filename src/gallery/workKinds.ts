import type { GalleryWork } from '../domain/types';

/** The kinds that the gallery can be filtered by. A work is of a kind if its title matches the pattern. */
export const KINDS = {
  kitchen: { label: 'Kitchen', pattern: /\b(kitchen|island|pantry)/i },
  bath: { label: 'Bath', pattern: /\b(bath|vanit)/i },
  laundry: { label: 'Laundry', pattern: /\b(laundry|mudroom)/i },
};

export type Kind = keyof typeof KINDS;

export const KIND_PARAMETER = 'works';

export const isOfKind = ({ title }: Pick<GalleryWork, 'title'>, kind: Kind): boolean =>
  KINDS[kind].pattern.test(title);

/** The kinds to choose from; none if fewer than two have works. */
export function kindsOf(works: readonly Pick<GalleryWork, 'title'>[]): Kind[] {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) =>
    works.some((work) => isOfKind(work, kind)),
  );
  return kinds.length > 1 ? kinds : [];
}

/** The kind that an address names; undefined if it names none, or one of which there are no works. */
export function kindIn(
  search: string,
  works: readonly Pick<GalleryWork, 'title'>[],
  hasMore = false,
): Kind | undefined {
  const named = new URLSearchParams(search).get(KIND_PARAMETER);
  const kinds = hasMore ? (Object.keys(KINDS) as Kind[]) : kindsOf(works);
  return kinds.find((kind) => kind === named);
}
