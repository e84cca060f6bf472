/** Pictures for the tests, made on the spot: seeded noise, so that they do not compress to nothing. */
import sharp from 'sharp';

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
  return raw(width, height, seed)
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'Test', Model: 'Phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 28/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '79/1 57/1 0/1',
      },
    })
    .toBuffer();
}

export function png(width = 1200, height = 900, seed = 2): Promise<Buffer> {
  return raw(width, height, seed).png().toBuffer();
}

/** A HEIC container by its magic bytes, which no browser under test can decode. */
export function heic(seed = 4): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  return Buffer.concat([head, noise(64, 64, seed)]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');
