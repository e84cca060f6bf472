/**
 * PQ (SMPTE ST 2084), the values of HDR pictures: what they show, on a screen without HDR. Firefox shows them nearly black.
 */

/** The light of white paper, in nits (ITU-R BT.2408), and the brightest light that can still be told apart from others. */
const PAPER = 203;
const BRIGHTEST = 1000;

/** The light in nits for each value of PQ (0 to 255). */
const lightOf = (value: number): number => {
  const root = (value / 255) ** (1 / 78.84375);
  return (
    10_000 *
    (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  );
};

/** Brighter light is compressed: paper keeps half of the light that a screen has. (Reinhard's curve with a white point.) */
function shown(value: number): number {
  const light = lightOf(value) / PAPER;
  const part = Math.min(1, (light * (1 + light / (BRIGHTEST / PAPER) ** 2)) / (1 + light));
  return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
}

const TABLE = Array.from({ length: 256 }, (_, value) => Math.round(shown(value)));

/** Replaces values of PQ by those of sRGB: red, green and blue of `channels` for each pixel. */
export function fromPq(data: Uint8Array | Uint8ClampedArray, channels: number): void {
  for (let at = 0; at < data.length; at += 1) {
    if (at % channels < 3) data[at] = TABLE[data[at]!]!;
  }
}
