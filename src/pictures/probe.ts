/**
 * Whether a canvas gives back what was drawn. Firefox with `privacy.resistFingerprinting` (so LibreWolf, Mullvad
 * Browser and Tor Browser) gives back noise, for its pixels and for its encoded pictures. Brave and Firefox's private
 * windows change single values a little, which no eye sees.
 */
import { meanOf, type Canvas } from './drawing';

/** Red, green and blue of the blocks. Each value is far from the mean of noise, from white, black and transparent. */
const BLOCKS = [
  [216, 40, 40],
  [40, 216, 40],
  [40, 40, 216],
  [216, 216, 40],
] as const;
/** The width and the height of a block in pixels. */
const SIDE = 32;
/** Pixels at the border of a block that do not count, because the encoding mixes them. */
const BORDER = 4;
/** How much the mean of a block may differ, of 255. */
const TOLERANCE = 32;

const results = new WeakMap<Canvas, Promise<boolean>>();

/**
 * Whether this canvas gives back what is drawn on it. Finds out only the first time. False also when the canvas fails.
 */
export function isTrue(canvas: Canvas): Promise<boolean> {
  let result = results.get(canvas);
  if (!result) {
    result = probe(canvas).catch(() => false);
    results.set(canvas, result);
  }
  return result;
}

async function probe(canvas: Canvas): Promise<boolean> {
  const [width, height] = [SIDE * BLOCKS.length, SIDE];
  const surface = canvas.make(width, height);
  for (const [index, [red, green, blue]] of BLOCKS.entries()) {
    surface.context.fillStyle = `rgb(${red},${green},${blue})`;
    surface.context.fillRect(index * SIDE, 0, SIDE, SIDE);
  }
  const decoded = await canvas.decode(await surface.encode('image/jpeg', 0.9));
  const { context } = canvas.make(width, height);
  context.drawImage(decoded.source, 0, 0);
  decoded.close();
  const inner = SIDE - 2 * BORDER;
  return BLOCKS.every((colour, index) => {
    const { data } = context.getImageData(index * SIDE + BORDER, BORDER, inner, inner);
    return [...colour, 255].every((value, channel) => {
      return Math.abs(meanOf(data, channel) - value) <= TOLERANCE;
    });
  });
}
