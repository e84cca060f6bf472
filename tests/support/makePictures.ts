/** Pictures for the tests, made on the spot: seeded noise, so that they do not compress to nothing. */
import sharp, { type Sharp } from 'sharp';

function noise(width: number, height: number, seed: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed >>> 0 || 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // Blocks of 16 pixels: photo-like sizes instead of the megabytes of pure noise.
    pixels[at] = (at >> 4) % 7 === 0 ? state >>> 24 : (at / width / 12) & 255;
  }
  return pixels;
}

const raw = (width: number, height: number, seed: number) =>
  sharp(noise(width, height, seed), { raw: { width, height, channels: 3 } });

/** A phone's photo: JPEG with a camera and a GPS position in its EXIF. */
export function photoWithGps(width = 4000, height = 3000, seed = 1): Promise<Buffer> {
  return byPhone(raw(width, height, seed).jpeg({ quality: 80 })).toBuffer();
}

const QUARTERS = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 70, 190],
  [225, 220, 210],
] as const;

/** A picture of four coloured quarters, so that it shows how it is turned. The colours change a little within each. */
export function quarters(width = 800, height = 600): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = QUARTERS[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)]!;
      const shade = Math.round((20 * x) / width - (20 * y) / height);
      for (const [channel, value] of colour.entries()) {
        pixels[(y * width + x) * 3 + channel] = value + shade;
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** With the EXIF that a phone writes: its name, the position, and how the picture is turned (1 to 8). */
export const byPhone = (picture: Sharp, orientation = 1): Sharp =>
  picture
    .withExif({
      IFD0: { Make: 'Test', Model: 'Phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 28/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '79/1 57/1 0/1',
      },
    })
    .withMetadata({ orientation });

/** A phone's photo that its EXIF turns, with a position in it. */
export const turnedPhoto = (width?: number, height?: number, orientation = 6): Promise<Buffer> =>
  byPhone(quarters(width, height).jpeg({ quality: 90 }), orientation).toBuffer();

export function png(width = 1200, height = 900, seed = 2): Promise<Buffer> {
  return raw(width, height, seed).png().toBuffer();
}

/** A HEIC container by its magic bytes, which no browser under test can decode. */
export function heic(seed = 4): Buffer {
  // The second box goes on to the end of the file.
  const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0mdat', 'latin1');
  return Buffer.concat([head, noise(64, 64, seed)]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');
