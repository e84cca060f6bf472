/**
 * Opens pictures that somebody else has made. `sharp` goes by what is in a file, whatever its name and its declared type
 * say: 4 kB of SVG draw for minutes, and a small file may be a picture of gigabytes. So only the formats of photos are
 * opened, of a bounded size, for a bounded time.
 */
import sharp, { type SharpOptions } from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    // Of the owner's camera only: the rules of Storage take none.
    'VipsForeignLoadTiff',
  ],
});

/** Seconds of work on one picture. A photo of 200 megapixels takes ten on a slow machine. */
const PATIENCE = 60;

/**
 * A pipeline that rejects for any other file. The picture is upright, whichever way the camera was held.
 * `limitInputPixels`: 268 million if it is not given.
 */
export const openPicture = (file: string | Buffer, options: SharpOptions = {}) =>
  sharp(file, options).timeout({ seconds: PATIENCE }).autoOrient();
