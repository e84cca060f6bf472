/** Puts a small preview of the first screen's picture into the HTML. The sharp picture is later shown above it. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import sharp from 'sharp';

/** The `<img>`s of a page that show one picture, and the picture as it is cropped there. */
export interface Previewed {
  selectors: string[];
  picture: Buffer;
  /** A media query: where the page shows the picture in this crop. Without it, everywhere. */
  media?: string;
}

/**
 * Bytes of a compressed page. The first number is what a server sends before it waits for an answer: ten packets of
 * 1460 bytes (RFC 6928), without its headers (1.3 kB with our policy) and a hundred bytes of frames. The second number
 * is what it has sent before it waits again: then the end of the page comes a round trip later, but the beginning,
 * which is painted first, does not.
 */
const ROUND_TRIPS = [13_200, 42_000];

/** CSS pixels: the width on phones. Browsers do not count a narrower preview as the page's largest picture. */
const WIDTH = 420;

/** Qualities of AVIF, best first. Below the last one a picture cannot be recognised. */
const QUALITIES = [30, 24, 18, 14, 10, 8, 6, 5];

/** Compresses with quality 9: servers that compress while they answer do not use the best quality, 11. */
const compress = (html: string) =>
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/**
 * Adds the preview to the page, in the best quality that fits into the fewest round trips. Returns the page unchanged
 * if no quality fits, or if the picture cannot be opened, because a work's cover may be any file.
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
  // `!important` because the picture's placeholder is a background in its `style` attribute.
  const rule = `${selectors.join()}{background-image:url(data:image/avif;base64,${avif.toString('base64')})!important}`;
  return media === undefined ? rule : `@media ${media}{${rule}}`;
}
