import { hash3 } from './prng';

const fade = (t: number) => t * t * (3 - 2 * t);
const corner = (x: number, y: number, z: number) => hash3(x, y, z) / 4294967296;

/** Smooth value noise in [0, 1] at a point of space. */
export function noise(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const u = fade(x - xi);
  const v = fade(y - yi);
  const w = fade(z - zi);
  const a = corner(xi, yi, zi) * (1 - u) + corner(xi + 1, yi, zi) * u;
  const b = corner(xi, yi + 1, zi) * (1 - u) + corner(xi + 1, yi + 1, zi) * u;
  const c = corner(xi, yi, zi + 1) * (1 - u) + corner(xi + 1, yi, zi + 1) * u;
  const d = corner(xi, yi + 1, zi + 1) * (1 - u) + corner(xi + 1, yi + 1, zi + 1) * u;
  return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w;
}

/** Layered noise in [0, 1]: each octave twice as fine and half as strong. */
export function layeredNoise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let scale = 1;
  for (let i = 0; i < octaves; i += 1) {
    sum += noise(x * scale, y * scale, z * scale) * weight;
    total += weight;
    weight *= 0.5;
    scale *= 2.03;
  }
  return sum / total;
}
