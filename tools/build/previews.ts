/** The picture of the first screen in the HTML itself, small but whole, behind the sharp one that replaces it. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import sharp from 'sharp';

/** The `<img>`s of a page that show one picture, and the picture as it is cropped there. */
export interface Previewed {
  selectors: string[];
  picture: Buffer;
  /** Where the page shows it in this crop; everywhere unless told. */
  media?: string;
}

/**
 * Bytes of a page, compressed: what a server sends before it waits for the first answer (ten packets of 1460,
 * RFC 6928) less its headers, 1.3 kB with our policy, and a hundred bytes of frames; then what it sends before it
 * waits again. The page's end comes a round trip later then, but its start, which is painted first, does not.
 */
const ROUND_TRIPS = [13_200, 42_000];

/** CSS pixels: as wide as phones show it, or browsers do not count it as the page's largest picture. */
const WIDTH = 420;

/** AVIF's qualities, best first; below the last one a picture is not to be recognised. */
const QUALITIES = [30, 24, 18, 14, 10, 8, 6];

/** Servers that compress while they answer do not take the best quality, 11. */
const compress = (html: string) =>
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/**
 * The page with the preview in the best quality for which there is room in as few round trips as the page can
 * do with; without it where the picture cannot be opened: a work's cover may be anything.
 */
export async function withPreview(html: string, previewed: Previewed | undefined): Promise<string> {
  if (!previewed) return html;
  for (const room of ROUND_TRIPS) {
    for (const quality of QUALITIES) {
      const rule = await ruleFor(previewed, quality).catch(() => undefined);
      if (rule === undefined) return html;
      const page = html.replace('</head>', () => `<style>${rule}</style></head>`);
      if ((await compress(page)).length <= room) return page;
    }
  }
  return html;
}

async function ruleFor({ selectors, picture, media }: Previewed, quality: number): Promise<string> {
  const avif = await sharp(picture).resize({ width: WIDTH }).avif({ quality }).toBuffer();
  // The placeholder of a picture is a style of its own.
  const rule = `${selectors.join()}{background-image:url(data:image/avif;base64,${avif.toString('base64')})!important}`;
  return media === undefined ? rule : `@media ${media}{${rule}}`;
}
