/**
 * A small preview of the first screen's picture is in the HTML, so that it is painted with the words: 1.6 times sooner
 * than the picture itself (docs/speed.md).
 */
import { openPicture } from '../openPicture';

/** The `<img>`s of a page that show one picture, and the picture as it is cropped there. */
export interface Previewed {
  selectors: string[];
  picture: Buffer;
  /** A media query: where the page shows the picture in this crop. Without it, everywhere. */
  media?: string;
  /** sharp's `effort` for AVIF; without it, sharp's own. */
  effort?: number;
}

/** CSS pixels: the width on phones. */
const WIDTH = 420;

/** The quality of AVIF. The picture can be recognised, and most take less than 2.5 kB. */
const QUALITY = 10;

/**
 * Adds the preview to the page. Returns the page unchanged if the picture cannot be opened, because a work's cover may
 * be any file.
 */
export async function withPreview(html: string, previewed: Previewed | undefined): Promise<string> {
  const rule = previewed && (await ruleFor(previewed).catch(() => undefined));
  return rule ? html.replace('</head>', () => `<style>${rule}</style></head>`) : html;
}

async function ruleFor({ selectors, picture, media, effort }: Previewed): Promise<string> {
  const avif = await openPicture(picture)
    .resize({ width: WIDTH })
    .avif({ quality: QUALITY, ...(effort !== undefined && { effort }) })
    .toBuffer();
  // `!important` because the picture's placeholder is a background in its `style` attribute.
  const rule = `${selectors.join()}{background-image:url(data:image/avif;base64,${avif.toString('base64')})!important}`;
  return media === undefined ? rule : `@media ${media}{${rule}}`;
}
