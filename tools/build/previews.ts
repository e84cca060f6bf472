/** Pictures of the first screen in the HTML itself, small but whole, behind the sharp ones that replace them. */
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import sharp from 'sharp';

/** An `<img>` of a page, and its picture in a rendering as it is cropped there. */
export interface Previewed {
  selector: string;
  picture: Buffer;
  /** Where the page shows it in this crop; everywhere unless told. */
  media?: string;
}

/**
 * Bytes of a page, compressed: what a server sends before it waits for the first answer (ten packets of 1460,
 * RFC 6928, with room for the headers). One byte more costs the first paint a round trip.
 */
const FIRST_ROUND_TRIP = 14_200;

/** CSS pixels: as wide as phones show it, or browsers do not count it as the page's largest picture. */
const WIDTH = 420;

/** AVIF's qualities, best first; below the last one a picture is not to be recognised. */
const QUALITIES = [30, 24, 18, 14, 10, 8, 6];

const compress = promisify(brotliCompress);

/**
 * The page with previews in the best quality for which there is room; without any where there is none, and
 * without that of a picture that cannot be opened: a work's cover may be anything.
 */
export async function withPreviews(html: string, pictures: readonly Previewed[]): Promise<string> {
  for (const quality of QUALITIES) {
    const rules = await Promise.all(
      pictures.map((picture) => ruleFor(picture, quality).catch(() => '')),
    );
    const styles = rules.join('');
    if (styles === '') return html;
    const page = html.replace('</head>', () => `<style>${styles}</style></head>`);
    if ((await compress(page)).length <= FIRST_ROUND_TRIP) return page;
  }
  return html;
}

async function ruleFor({ selector, picture, media }: Previewed, quality: number): Promise<string> {
  const avif = await sharp(picture)
    .resize({ width: WIDTH })
    .avif({ quality, effort: 6 })
    .toBuffer();
  // The placeholder of a picture is a style of its own.
  const rule = `${selector}{background-image:url(data:image/avif;base64,${avif.toString('base64')})!important}`;
  return media === undefined ? rule : `@media ${media}{${rule}}`;
}
