import { add, cross, times, unit, type Point, type Skin } from '../render/mesh';
import type { Studio } from './studio';

/** Radius and height of a profile's corner, metres. */
export type Turn = readonly [number, number];

/** Turns a profile around an axis; gentle bends are smooth, sharp ones stay edges. */
export function lathe(
  studio: Studio,
  centre: Point,
  axis: Point,
  profile: readonly Turn[],
  skin: Skin,
  sides = 28,
): void {
  const up = unit(axis);
  const side = unit(cross(Math.abs(up[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], up));
  const other = cross(up, side);
  const around = (s: number, [radius, height]: Turn): Point => {
    const angle = (s / sides) * Math.PI * 2;
    const across = add(
      times(side, radius * Math.cos(angle)),
      times(other, radius * Math.sin(angle)),
    );
    return add(across, times(up, height));
  };
  for (let i = 0; i + 1 < profile.length; i += 1) {
    const low = profile[i]!;
    const high = profile[i + 1]!;
    const own = normalOf(low, high);
    const lowNormal = shared(own, i === 0 ? own : normalOf(profile[i - 1]!, low));
    const highNormal = shared(own, profile[i + 2] ? normalOf(high, profile[i + 2]!) : own);
    for (let s = 0; s < sides; s += 1) {
      const a = add(centre, around(s, low));
      const b = add(centre, around(s + 1, low));
      const c = add(centre, around(s + 1, high));
      const d = add(centre, around(s, high));
      const na = unit(around(s, lowNormal));
      const nb = unit(around(s + 1, lowNormal));
      const nc = unit(around(s + 1, highNormal));
      const nd = unit(around(s, highNormal));
      if (low[0] > 0) studio.mesh.smooth([a, b, c], [na, nb, nc], skin);
      if (high[0] > 0) studio.mesh.smooth([a, c, d], [na, nc, nd], skin);
    }
  }
}

function normalOf(a: Turn, b: Turn): Turn {
  const x = b[1] - a[1];
  const y = a[0] - b[0];
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** The normal at a corner: the mean where the bend is gentle, the segment's own where it is sharp. */
function shared(own: Turn, neighbour: Turn): Turn {
  if (own[0] * neighbour[0] + own[1] * neighbour[1] < 0.6) return own;
  return [own[0] + neighbour[0], own[1] + neighbour[1]];
}

/** A profile turned upright, in a material of the palette. */
export function turned(
  studio: Studio,
  foot: Point,
  profile: readonly Turn[],
  material: string,
): void {
  lathe(studio, foot, [0, 1, 0], profile, studio.skin(material), 32);
}

/** A ball, flattened by `flat`. */
export function ball(studio: Studio, centre: Point, radius: number, skin: Skin, flat = 1): void {
  const profile = Array.from({ length: 13 }, (_, i): Turn => {
    const angle = (i / 12 - 0.5) * Math.PI;
    return [Math.max(0, radius * Math.cos(angle)), radius * flat * Math.sin(angle)];
  });
  lathe(studio, centre, [0, 1, 0], profile, skin);
}
