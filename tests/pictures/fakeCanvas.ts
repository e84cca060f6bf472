/** A canvas in Node that keeps what is drawn as rectangles of one colour, and may give back something else. */
import type { Canvas } from '../../src/pictures/drawing';

interface Encoded {
  width: number;
  height: number;
  type: string;
  quality: number | undefined;
}

/** Red, green, blue and alpha of a pixel. */
type Colour = [number, number, number, number];
type Pixels = (x: number, y: number) => Colour;

interface Options {
  /** Whether chosen files can be decoded. */
  decodes?: boolean;
  /** Of a decoded file, in pixels. */
  size?: { width: number; height: number };
  /** Types that it cannot encode: it gives a PNG instead. */
  lacks?: string[];
  /** The alpha of a pixel of a chosen file, by its place in the data. */
  alpha?: (pixel: number) => number;
  /** The bytes of an encoded picture. */
  sizeOf?: (encoded: Encoded) => number;
  /** Whether an encoding fails. */
  fails?: (encoded: Encoded) => boolean;
  /** What comes back from drawn pixels when they are read. */
  read?: (colour: Colour, x: number, y: number) => Colour;
  /** What comes back from drawn pixels when they are encoded. */
  encode?: (colour: Colour, x: number, y: number) => Colour;
}

const FILE: Pixels = () => [1, 2, 3, 255];
const EMPTY: Pixels = () => [0, 0, 0, 0];

/** Decodes chosen files as 4,000 × 3,000 pixels. `encoded` has what was encoded but for the probe. */
export function fakeCanvas(options: Options) {
  const { decodes = true, alpha = () => 255, sizeOf = () => 100, fails = () => false } = options;
  const { read = (colour) => colour, encode = (colour) => colour } = options;
  const { size = { width: 4000, height: 3000 }, lacks = [] } = options;
  const encoded: Encoded[] = [];
  const pixelsOf = new Map<unknown, Pixels>();
  let closed = 0;
  const canvas: Canvas = {
    async decode(file) {
      const own = pixelsOf.get(file);
      if (!own && !decodes) throw new Error('not decodable');
      const source = {} as ImageBitmap;
      pixelsOf.set(source, own ?? FILE);
      const close = () => {
        if (!own) closed += 1;
      };
      return { source, ...size, close };
    },
    make(...asked) {
      // A canvas cuts off what is behind the point.
      const [width, height] = asked.map(Math.trunc) as typeof asked;
      let pixels = EMPTY;
      const context = {
        fillStyle: '',
        fillRect(left: number, top: number, w: number, h: number) {
          const below = pixels;
          const colour = (this.fillStyle.match(/\d+/g) ?? [255, 255, 255]).map(Number);
          const isIn = (x: number, y: number) =>
            x >= left && x < left + w && y >= top && y < top + h;
          pixels = (x, y) => (isIn(x, y) ? ([...colour, 255] as Colour) : below(x, y));
        },
        drawImage(source: unknown) {
          pixels = pixelsOf.get(source)!;
        },
        getImageData(left: number, top: number, w: number, h: number) {
          const data = new Uint8ClampedArray(w * h * 4);
          for (let at = 0; at < w * h; at += 1) {
            const [x, y] = [left + (at % w), top + Math.floor(at / w)];
            const colour = pixels === FILE ? FILE(x, y) : pixels(x, y);
            data.set(read(colour, x, y), at * 4);
            if (pixels === FILE) data[at * 4 + 3] = alpha(at);
          }
          return { data };
        },
        translate() {},
        transform() {},
      };
      return {
        context: context as never,
        async encode(asked, quality) {
          const drawn = pixels;
          const type = lacks.includes(asked) ? 'image/png' : asked;
          const one = { width, height, type, quality };
          const isOfFile = drawn === FILE;
          if (isOfFile) encoded.push(one);
          if (isOfFile && fails(one)) throw new Error('The canvas is too large.');
          const blob = new Blob([new Uint8Array(isOfFile ? sizeOf(one) : 1)], { type });
          pixelsOf.set(blob, (x, y) => encode(drawn(x, y), x, y));
          return blob;
        },
      };
    },
  };
  return { canvas, encoded, closed: () => closed };
}
