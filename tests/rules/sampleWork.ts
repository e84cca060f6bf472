/** A work as an owner publishes it, from the same descriptions as `gallery:add`. */
import { WORK_WIDTHS } from '../../src/domain/constants';
import { type DescribedImage, withTimestamp, workDocument } from '../../src/domain/workDocument';
import { EARLIER } from './sampleDocuments';
import type { Fields } from './rulesWorld';

export const PUBLISHED = 'elm-street_Kitchen-09';
const PLACEHOLDER = 'AZaz09+/'.repeat(6);

export const addressIn =
  (work: string, bucket = 'demo-cabinets.appspot.com') =>
  (file: string): string =>
    `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/gallery%2F${work}%2F${file}?alt=media`;

interface Look {
  widths?: readonly number[];
  format?: 'webp' | 'jpeg';
  /** As `gallery:add` makes them: AVIF as well. */
  hasAvif?: boolean;
  alt?: string;
  /** The number of the first picture. */
  first?: number;
}

/** The number of a picture is the start of its name. */
function image(number: number, look: Look): DescribedImage {
  const { widths = WORK_WIDTHS, format = 'webp', hasAvif, alt } = look;
  const hash = `${number}`.padEnd(16, '0123456789abcdef');
  const formats = hasAvif ? ['avif', format] : [format];
  const sources = widths.flatMap((width) =>
    formats.map((one) => ({ file: `${hash}-${width}.${one}`, width, type: `image/${one}` })),
  );
  const { file, width } = sources.at(-1)!;
  const text = alt === undefined ? {} : { alt };
  return { file, width, height: 1200, placeholder: PLACEHOLDER, sources, ...text };
}

/** A work with so many pictures before and after. Its cover is the last after picture. */
export function newWork(before = 2, after = 2, look: Look = {}, id = PUBLISHED): Fields {
  const pictures = Array.from({ length: before + after }, (_, number) =>
    image(number + (look.first ?? 0), look),
  );
  const cover = pictures.at(-1)!;
  const work = workDocument(
    {
      id,
      title: 'Elm Street kitchen',
      created: EARLIER.toISOString(),
      cover: { ...cover, thumb: cover.file.replace(/-\d+[.]/, '-thumb.') },
      before: pictures.slice(0, before),
      after: pictures.slice(before),
    },
    addressIn(id),
  );
  return withTimestamp(work) as unknown as Fields;
}
