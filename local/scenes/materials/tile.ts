import { mix, type Rgb } from '../color';
import { layeredNoise, noise } from '../noise';
import type { Material } from '../render/scene';
import { blend, material, onFace, write } from './material';

/** Sizes in metres. `shift` moves every second row by that share of a tile; `uneven` varies tiles' tones. */
export interface Tiling {
  colour: Rgb;
  grout: Rgb;
  width: number;
  height: number;
  shift: number;
  uneven: number;
  /** Every so-many-th tile carries a painted flower, as in the eighties; 0 for none. */
  flower: number;
  gloss?: number;
  rough?: number;
}

const JOINT = 0.0016;

export function tiles(t: Tiling): Material {
  return material(
    mix(t.colour, t.grout, 0.06),
    (p, n, _piece, out) => {
      const [a, b] = onFace(p, n);
      const row = Math.floor(b / t.height);
      const x = a / t.width + (row & 1) * t.shift;
      const column = Math.floor(x);
      const u = (x - column) * t.width;
      const v = b - row * t.height;
      const top = t.height - v;
      const edge = Math.min(u, t.width - u, v, top);
      if (edge < JOINT) {
        write(out, t.grout, 1);
        return;
      }
      const tone = noise(column * 7.31 + 0.5, row * 5.17 + 0.5, 9.5) - 0.5;
      const cloud = layeredNoise(a * 14, b * 14, column + row * 3, 2) - 0.5;
      // A pressed edge catches light above and loses it below.
      const bevel = edge >= 0.006 ? 0 : top === edge ? 0.07 : v === edge ? -0.09 : 0;
      write(out, t.colour, 1 + t.uneven * (tone * 1.3 + cloud * 0.5) + bevel);
      if (t.flower > 0 && (((column * 3 + row * 5) % t.flower) + t.flower) % t.flower === 0) {
        flower(u / t.width - 0.5, v / t.height - 0.5, out);
      }
    },
    { gloss: t.gloss ?? 0.045, rough: t.rough ?? 0.16 },
  );
}

function flower(x: number, y: number, out: Float64Array): void {
  const r = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  const petal = 0.2 + 0.09 * Math.cos(angle * 5);
  const own: Rgb = [out[0]!, out[1]!, out[2]!];
  if (r < 0.07) blend(out, own, [0.5, 0.28, 0.05], 0.8);
  else if (r < petal) blend(out, own, [0.28, 0.14, 0.1], 0.65);
  else if (r < 0.36 && Math.cos(angle * 2 + 0.7) > 0.8) blend(out, own, [0.14, 0.2, 0.08], 0.6);
}

/** Square floor tiles alternating two tones in a chequer. */
export function chequer(light: Rgb, dark: Rgb, grout: Rgb, size: number): Material {
  return material(
    mix(light, dark, 0.5),
    (p, n, _piece, out) => {
      const [a, b] = onFace(p, n);
      const x = Math.floor(a / size);
      const y = Math.floor(b / size);
      const u = a / size - x;
      const v = b / size - y;
      const edge = Math.min(u, 1 - u, v, 1 - v) * size;
      const vein = layeredNoise(a * 5 + x * 9, b * 5 + y * 9, 1, 4) - 0.5;
      if (edge < JOINT) write(out, grout, 1);
      else write(out, (x + y) & 1 ? dark : light, 1 + vein * 0.22);
    },
    { gloss: 0.04, rough: 0.16 },
  );
}
