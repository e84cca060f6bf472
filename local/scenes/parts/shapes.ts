import { add, cross, dot, sub, times, unit, type Point, type Skin } from '../render/mesh';
import { at, type Frame, type Studio } from './studio';

/** From–to pairs in metres: along the wall, above the floor, out of the wall. */
export type Range = readonly [number, number];

type Triple = [number, number, number];

/** A box with slightly broken edges (`bevel` metres), as everything real has. */
export function box(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: Range,
  skin: Skin,
  bevel = 0,
): void {
  const lo = [along[0], up[0], out[0]];
  const hi = [along[1], up[1], out[1]];
  const c = Math.min(bevel, ...[0, 1, 2].map((k) => (hi[k]! - lo[k]!) / 3));
  // A box's corner pulled in by c on every axis but `keep`: the corner of the face that looks along `keep`.
  const corner = (s: Readonly<Triple>, keep: number): Point => {
    const v = [0, 1, 2].map((k) => {
      const inset = k === keep ? 0 : c;
      return s[k] === 0 ? lo[k]! + inset : hi[k]! - inset;
    });
    return at(frame, v[0]!, v[1]!, v[2]!);
  };
  const { mesh } = studio;
  for (let k = 0; k < 3; k += 1) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    for (const side of [0, 1]) {
      const face = (a: number, b: number): Point => {
        const s: Triple = [0, 0, 0];
        s[k] = side;
        s[i] = a;
        s[j] = b;
        return corner(s, k);
      };
      mesh.quad(face(0, 0), face(1, 0), face(1, 1), face(0, 1), skin);
    }
    if (c === 0) continue;
    for (const [a, b] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      // The broken edge that runs along k.
      const from: Triple = [0, 0, 0];
      from[i] = a;
      from[j] = b;
      const to: Triple = [...from];
      to[k] = 1;
      mesh.quad(corner(from, i), corner(from, j), corner(to, j), corner(to, i), skin);
    }
  }
}

/** A rectangle facing out of the wall. */
export function panel(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  skin: Skin,
): void {
  studio.mesh.quad(
    at(frame, along[0], up[0], out),
    at(frame, along[1], up[0], out),
    at(frame, along[1], up[1], out),
    at(frame, along[0], up[1], out),
    skin,
  );
}

/** A round bar through points. */
export function tube(
  studio: Studio,
  path: readonly Point[],
  radius: number,
  skin: Skin,
  sides = 12,
): void {
  let lastSide: Point | undefined;
  const rings = path.map((p, i) => {
    const ahead = unit(sub(path[Math.min(path.length - 1, i + 1)]!, path[Math.max(0, i - 1)]!));
    const guess: Point = lastSide ?? (Math.abs(ahead[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]);
    const side = unit(sub(guess, times(ahead, dot(guess, ahead))));
    lastSide = side;
    const other = cross(ahead, side);
    return Array.from({ length: sides + 1 }, (_, s) => {
      const angle = (s / sides) * Math.PI * 2;
      const n = add(times(side, Math.cos(angle)), times(other, Math.sin(angle)));
      return { n, p: add(p, times(n, radius)) };
    });
  });
  for (let i = 0; i + 1 < rings.length; i += 1) {
    for (let s = 0; s < sides; s += 1) {
      const a = rings[i]![s]!;
      const b = rings[i]![s + 1]!;
      const c = rings[i + 1]![s + 1]!;
      const d = rings[i + 1]![s]!;
      studio.mesh.smooth([a.p, b.p, c.p], [a.n, b.n, c.n], skin);
      studio.mesh.smooth([a.p, c.p, d.p], [a.n, c.n, d.n], skin);
    }
  }
  const ends = [
    [rings[0]!, path[0]!],
    [rings.at(-1)!, path.at(-1)!],
  ] as const;
  for (const [ring, centre] of ends) {
    for (let s = 0; s < sides; s += 1)
      studio.mesh.triangle(centre, ring[s]!.p, ring[s + 1]!.p, skin);
  }
}
