import { mix, type Rgb } from '../color';
import { layeredNoise, noise } from '../noise';
import type { Material } from '../render/scene';
import { blend, material } from './material';

/** Pale engineered stone with a few soft veins. */
export function quartz(ground: Rgb, vein: Rgb, strength = 1): Material {
  return material(
    mix(ground, vein, 0.08),
    (p, _normal, _piece, out) => {
      const warp = layeredNoise(p[0] * 1.6, p[1] * 1.6, p[2] * 1.6, 4);
      const bend = layeredNoise(p[0] * 0.9 + warp * 1.4, p[1] + 4, p[2] * 1.3 - warp, 3);
      const band = Math.abs(bend - 0.5);
      const line = Math.max(0, 1 - band * 26) ** 2 * 0.55 + Math.max(0, 1 - band * 7) * 0.12;
      const sparkle = 1 + (noise(p[0] * 90, p[1] * 90, p[2] * 90) - 0.5) * 0.03;
      blend(out, ground, vein, Math.min(1, line * strength), sparkle);
    },
    { gloss: 0.045, rough: 0.1 },
  );
}

/** The speckled laminate of thirty years ago. */
export function laminate(ground: Rgb, speck: Rgb): Material {
  return material(
    mix(ground, speck, 0.3),
    (p, _normal, _piece, out) => {
      const coarse = layeredNoise(p[0] * 60, p[1] * 60, p[2] * 60, 2);
      const fine = noise(p[0] * 210, p[1] * 210, p[2] * 210);
      const blotch = Math.max(0, (coarse - 0.45) * 3) * 0.7;
      blend(out, ground, speck, Math.min(1, blotch + (fine > 0.62 ? 0.35 : 0)));
    },
    { gloss: 0.03, rough: 0.35 },
  );
}
