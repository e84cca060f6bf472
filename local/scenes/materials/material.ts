import type { Rgb } from '../color';
import { noise } from '../noise';
import type { Point } from '../render/mesh';
import type { Material, Texture } from '../render/scene';

/** Coordinates on the face a normal points out of: across and up (or across and back, lying flat). */
export function onFace(p: Point, n: Point): readonly [number, number] {
  const x = Math.abs(n[0]);
  const y = Math.abs(n[1]);
  const z = Math.abs(n[2]);
  if (y >= x && y >= z) return [p[0], p[2]];
  return x > z ? [p[2], p[1]] : [p[0], p[1]];
}

export function write(out: Float64Array, c: Rgb, k: number): void {
  out[0] = c[0] * k;
  out[1] = c[1] * k;
  out[2] = c[2] * k;
}

export function blend(out: Float64Array, a: Rgb, b: Rgb, t: number, k = 1): void {
  for (let i = 0; i < 3; i += 1) out[i] = (a[i]! + (b[i]! - a[i]!) * t) * k;
}

export function material(mean: Rgb, texture: Texture, more: Partial<Material> = {}): Material {
  return { mean, texture, gloss: 0, rough: 1, metal: false, mirror: false, glow: 0, ...more };
}

/** One even colour; `uneven` is the strength of its slow clouding. */
export function plain(colour: Rgb, more: Partial<Material> = {}, uneven = 0.03): Material {
  return material(
    colour,
    (p, _normal, _piece, out) =>
      write(out, colour, 1 + uneven * (noise(p[0] * 3, p[1] * 3, p[2] * 3) - 0.5)),
    more,
  );
}

/** Sprayed cabinet lacquer in satin. */
export const lacquer = (colour: Rgb) => plain(colour, { gloss: 0.045, rough: 0.38 }, 0.02);
export const metal = (colour: Rgb, rough: number) =>
  plain(colour, { gloss: 0.92, rough, metal: true }, 0.02);
export const ceramic = (colour: Rgb) => plain(colour, { gloss: 0.05, rough: 0.12 });
export const glowing = (colour: Rgb, glow: number) => plain(colour, { glow }, 0);
export const looking = () => plain([0.9, 0.9, 0.9], { mirror: true }, 0);
