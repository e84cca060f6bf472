import { mix, type Rgb } from '../color';
import { layeredNoise, noise } from '../noise';
import type { Material, Texture } from '../render/scene';
import { blend, material } from './material';

/** How a timber looks: its light and dark wood, the width of its growth rings (metres) and their strength. */
export interface Timber {
  light: Rgb;
  dark: Rgb;
  ring: number;
  strength: number;
  /** Amber patches of old varnish, 0 for none. */
  yellowed: number;
}

/** Flat-sawn boards: rings cut at a slant make cathedral arches; pores are stretched along the grain. */
function grain(look: Timber): Texture {
  const { light, dark, ring, strength, yellowed } = look;
  const old = mix(dark, [0.42, 0.17, 0.02], 0.5);
  return (p, _normal, piece, out) => {
    const { axis, offset } = piece;
    const along = p[axis] + offset[0];
    const a = p[(axis + 1) % 3]! + offset[1];
    const b = p[(axis + 2) % 3]! + offset[2];
    const sway = (layeredNoise(along * 1.1, a * 5, b * 5, 2) - 0.5) * 0.05;
    const ca = (((a % 0.9) + 0.9) % 0.9) - 0.45 + sway;
    const bow = 0.035 * Math.sin(along * 1.7 + piece.tone * 9);
    const cb = 0.13 + 0.05 * piece.tone + sway * 0.6 + bow;
    const radius = Math.sqrt(ca * ca * 0.8 + cb * cb);
    const phase = radius / ring + noise(along * 2, a * 30, b * 30) * 0.5;
    const saw = phase - Math.floor(phase);
    const late = saw ** 2.2 * (1 - Math.max(0, saw - 0.9) * 10);
    const pores = layeredNoise(along * 7, a * 330, b * 330, 2);
    const streak = noise(along * 1.5, a * 60, b * 60);
    const dark01 = late + Math.max(0, pores - 0.52) * 1.3;
    blend(
      out,
      light,
      dark,
      Math.min(1, dark01 * strength + (streak - 0.5) * 0.25),
      0.92 + 0.16 * piece.tone,
    );
    if (yellowed > 0) {
      const cloud = layeredNoise(p[0] * 1.7, p[1] * 1.7, p[2] * 1.7 + 5, 3);
      const patch = Math.max(0, cloud - 0.42) * yellowed;
      for (let k = 0; k < 3; k += 1) out[k]! += (old[k]! - out[k]!) * patch;
    }
  };
}

const meanOf = (look: Timber) => mix(look.light, look.dark, look.strength * 0.4);

export function timber(look: Timber, gloss = 0.04, rough = 0.4): Material {
  return material(meanOf(look), grain(look), { gloss, rough });
}

/** A floor of planks along x or z, each from its own tree; `width` in metres. */
export function planks(look: Timber, along: 0 | 2, width: number, rough = 0.28): Material {
  const wood = grain(look);
  const across = along === 0 ? 2 : 0;
  return material(
    meanOf(look),
    (p, n, _piece, out) => {
      const row = Math.floor(p[across] / width);
      const length = 1.5;
      const shifted = p[along] + noise(row * 3.7, 0.5, 2.5) * 7;
      const board = Math.floor(shifted / length);
      const tone = noise(row * 17.3 + 0.5, board * 9.1 + 0.5, 3.5);
      wood(p, n, { axis: along, offset: [board * 3.1 + row, row * 0.37, tone], tone }, out);
      const u = p[across] / width - row;
      const v = shifted / length - board;
      const seam = Math.min(Math.min(u, 1 - u) * width, Math.min(v, 1 - v) * length);
      const k = (seam < 0.0016 ? 0.55 : 1) * (0.86 + 0.28 * tone);
      for (let i = 0; i < 3; i += 1) out[i]! *= k;
    },
    { gloss: 0.04, rough },
  );
}
