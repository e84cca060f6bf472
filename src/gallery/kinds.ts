import type { GalleryWork } from '../domain/types';

/** The kinds of works that a gallery can be narrowed to, by what their titles say. */
export const KINDS = {
  kitchen: { label: 'Kitchen', says: /\b(kitchen|island|pantry)/i },
  bath: { label: 'Bath', says: /\b(bath|vanit)/i },
  laundry: { label: 'Laundry', says: /\b(laundry|mudroom)/i },
};

export type Kind = keyof typeof KINDS;

/** The parameter of the address that carries the kind. */
export const KIND_PARAMETER = 'works';

export const isOfKind = ({ title }: Pick<GalleryWork, 'title'>, kind: Kind): boolean =>
  KINDS[kind].says.test(title);

/** The kinds to choose from: none where all works are of one. */
export function kindsOf(works: readonly Pick<GalleryWork, 'title'>[]): Kind[] {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) =>
    works.some((work) => isOfKind(work, kind)),
  );
  return kinds.length > 1 ? kinds : [];
}

/** The kind that an address asks for; undefined where no work is of it. */
export function kindIn(search: string, works: readonly Pick<GalleryWork, 'title'>[]) {
  const asked = new URLSearchParams(search).get(KIND_PARAMETER);
  return kindsOf(works).find((kind) => kind === asked);
}
