import type { Scene } from './scene';

/** Exposes, casts, lets bright windows bloom and rolls off the highlights, as a camera would; in place. */
export function develop(linear: Float32Array, width: number, height: number, scene: Scene): void {
  const gain = scene.key / meanBrightness(linear);
  for (let i = 0; i < linear.length; i += 1) linear[i] = linear[i]! * gain * scene.cast[i % 3]!;
  bloom(linear, width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const far = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      const corner = 1 - 0.16 * far * far;
      const i = (y * width + x) * 3;
      for (let k = 0; k < 3; k += 1) linear[i + k] = film(linear[i + k]! * corner);
    }
  }
}

/** A little toe for depth, straight in the middle, then gently towards white. */
function film(v: number): number {
  const shoulder = 0.62;
  const toed = v < 0.18 ? v * (0.86 + 0.14 * (v / 0.18)) : v;
  if (toed <= shoulder) return toed;
  return shoulder + (1 - shoulder) * (1 - Math.exp(-(toed - shoulder) / (1 - shoulder)));
}

function meanBrightness(linear: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < linear.length; i += 3) {
    const bright = 0.2126 * linear[i]! + 0.7152 * linear[i + 1]! + 0.0722 * linear[i + 2]!;
    sum += Math.min(1.5, bright);
  }
  return sum / (linear.length / 3);
}

const GLOW = 0.2;

/** Spills the light above white over its surroundings: box blurs in three rounds come close to a lens. */
function bloom(linear: Float32Array, width: number, height: number): void {
  const step = Math.max(1, Math.round(width / 200));
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  let glow = new Float32Array(w * h * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = (Math.floor(y / step) * w + Math.floor(x / step)) * 3;
      const from = (y * width + x) * 3;
      for (let k = 0; k < 3; k += 1) {
        glow[to + k]! += Math.min(2.5, Math.max(0, linear[from + k]! - 0.9)) / (step * step);
      }
    }
  }
  for (let round = 0; round < 3; round += 1) glow = blur(blur(glow, w, h, 1, 0), w, h, 0, 1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const gx = Math.min(w - 1.001, Math.max(0, (x + 0.5) / step - 0.5));
      const gy = Math.min(h - 1.001, Math.max(0, (y + 0.5) / step - 0.5));
      const fx = Math.floor(gx);
      const fy = Math.floor(gy);
      const right = Math.min(w - 1, fx + 1);
      const below = Math.min(h - 1, fy + 1);
      for (let k = 0; k < 3; k += 1) {
        const top =
          glow[(fy * w + fx) * 3 + k]! * (1 - gx + fx) +
          glow[(fy * w + right) * 3 + k]! * (gx - fx);
        const low =
          glow[(below * w + fx) * 3 + k]! * (1 - gx + fx) +
          glow[(below * w + right) * 3 + k]! * (gx - fx);
        linear[(y * width + x) * 3 + k]! += (top * (1 - gy + fy) + low * (gy - fy)) * GLOW;
      }
    }
  }
}

function blur(
  from: Float32Array,
  w: number,
  h: number,
  dx: number,
  dy: number,
): Float32Array<ArrayBuffer> {
  const radius = 5;
  const into = new Float32Array(from.length);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      for (let r = -radius; r <= radius; r += 1) {
        const sx = Math.min(w - 1, Math.max(0, x + dx * r));
        const sy = Math.min(h - 1, Math.max(0, y + dy * r));
        for (let k = 0; k < 3; k += 1) {
          into[(y * w + x) * 3 + k]! += from[(sy * w + sx) * 3 + k]! / (2 * radius + 1);
        }
      }
    }
  }
  return into;
}
