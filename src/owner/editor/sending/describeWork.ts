/** What a work's document says of its pictures, and the files behind them. */
import type { CoverImage, GalleryWork, WorkImage } from '../../../domain/types';
import { workImage } from '../../../domain/workDocument';
import { addressOf as parsedAddress } from '../../../firebase/rest/httpCall';
import type { PreparedWorkPicture } from '../../../pictures/prepareWorkPicture';
import {
  changesOf,
  coverOf,
  storedPictures,
  type KeptWork,
  type WorkPicture,
} from '../../../../machines/workEditorContext';

export type Prepared = ReadonlyMap<string, PreparedWorkPicture>;

/** Files of the work, by their names in the work's folder. */
export type Files = ReadonlyMap<string, { bytes: ArrayBuffer; type: string }>;

export function describe(
  kept: KeptWork,
  prepared: Prepared,
  addressOf: (file: string) => string,
): Pick<GalleryWork, 'before' | 'after' | 'cover'> & { files: Files } {
  const { pictures, cover, stored: opened } = kept;
  const files = new Map<string, { bytes: ArrayBuffer; type: string }>();
  // One that somebody has made by hand may have no pictures at all.
  if (opened && !changesOf(kept).pictures) {
    const { before, after, cover: card } = opened;
    return { before, after, cover: card, files };
  }
  const imageOf = ({ id, image: stored }: WorkPicture): WorkImage => {
    if (stored) {
      const { thumb: _, ...image } = stored;
      return image;
    }
    const picture = prepared.get(id)!;
    const { hash, width, height, placeholder, type, renderings } = picture;
    const sources = renderings.map(({ width: each, bytes }) => {
      const file = nameOf(hash, each, type);
      files.set(file, { bytes, type });
      return { file, width: each, type };
    });
    return workImage({ file: widestOf(picture), width, height, placeholder, sources }, addressOf);
  };
  const on = (side: WorkPicture['side']) =>
    pictures.filter((picture) => picture.side === side).map(imageOf);
  const [before, after] = [on('before'), on('after')];
  const card = pictures.find(({ id }) => id === coverOf({ pictures, cover }))!;
  const chosen = prepared.get(card.id);
  const file = chosen && nameOf(chosen.hash, 'thumb', chosen.type);
  if (file) files.set(file, { bytes: chosen.thumb!, type: chosen.type });
  const thumb = file ? addressOf(file) : thumbOf(card.image!);
  return { before, after, cover: { ...imageOf(card), thumb }, files };
}

/** As the rules take it: hand-made works have others. */
const THUMB = /%2F[0-9a-f]{16}-thumb\.(?:webp|jpeg)\?alt=media$/;

/**
 * The card's file for a stored picture: the one that was made when it was on the card before, or else its own address. A
 * page cannot make the file: a bucket need not let it read the bytes (docs/deploy.md).
 */
const thumbOf = ({ url, thumb = '' }: NonNullable<WorkPicture['image']>): string =>
  THUMB.test(thumb) ? thumb : url;

/** The file of a picture's widest rendering, at which the document names the picture. */
export const widestOf = ({ hash, type, renderings }: PreparedWorkPicture) =>
  nameOf(hash, renderings[renderings.length - 1]!.width, type);

/** `0123456789abcdef-960.webp`: what the rules take. */
const nameOf = (hash: string, width: number | 'thumb', type: PreparedWorkPicture['type']) =>
  `${hash}-${width}.${type.slice('image/'.length)}`;

/** The pictures of a correction that the work did not have when it was opened, and whose files are elsewhere by now. */
export function straysOf({ pictures, stored }: KeptWork): WorkPicture[] {
  const standing = new Set(stored && storedPictures(stored).map(({ id }) => id));
  return pictures.filter(({ id, image }) => image && !standing.has(id));
}

/** The whole name of the object behind an address of Storage. */
export const objectAt = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.split('/').pop()!);

/**
 * These pictures as the document is to have them. One that it has already stays as it is, to its last field, because the
 * rules check every picture that differs.
 */
export function asTheyStand(
  data: Record<string, unknown>,
  pictures: readonly WorkImage[],
): unknown[] {
  const standing = [data['before'], data['after']].flat() as { url?: unknown }[];
  const byAddress = new Map(
    standing.map((picture) => [parsedAddress(String(picture?.url))?.href, picture]),
  );
  return pictures.map((picture) => byAddress.get(picture.url) ?? picture);
}

export function coverAsItStands(data: Record<string, unknown>, { thumb, ...cover }: CoverImage) {
  const [picture] = asTheyStand(data, [cover]);
  return { ...(picture as object), thumb };
}
