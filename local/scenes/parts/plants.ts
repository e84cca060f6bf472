import { between, type Random } from '../prng';
import { add, cross, times, unit, type Point, type Skin } from '../render/mesh';
import { turned, type Turn } from './lathe';
import { tube } from './shapes';
import type { Studio } from './studio';

/** A leaf that starts along `towards` and bends down under its own weight. */
function leaf(
  studio: Studio,
  from: Point,
  towards: Point,
  length: number,
  width: number,
  droop: number,
  skin: Skin,
): void {
  const steps = 6;
  let p = from;
  let d = unit(towards);
  const side = unit(cross(d, Math.abs(d[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0]));
  let last: readonly [Point, Point, Point] = [p, p, p];
  for (let i = 1; i <= steps; i += 1) {
    const t = i / steps;
    d = unit([d[0], d[1] - droop / steps, d[2]]);
    p = add(p, times(d, length / steps));
    const swell = Math.sin(Math.min(1, t * 0.97 + 0.03) * Math.PI);
    const half = i === steps ? 0 : (width / 2) * Math.max(0, swell) ** 0.7;
    const rise = times(unit(cross(side, d)), half * 0.35);
    const row = [
      add(add(p, times(side, -half)), rise),
      p,
      add(add(p, times(side, half)), rise),
    ] as const;
    studio.mesh.quad(last[0], last[1], row[1], row[0], skin);
    studio.mesh.quad(last[1], last[2], row[2], row[1], skin);
    last = row;
  }
}

/** Profiles in shares of the vessel's height. */
const POT = [
  [0.34, 0],
  [0.36, 0.02],
  [0.47, 0.8],
  [0.5, 0.82],
  [0.5, 1],
  [0.45, 1],
  [0.44, 0.86],
  [0, 0.86],
] as const;
const VASE = [
  [0.2, 0],
  [0.3, 0.06],
  [0.4, 0.3],
  [0.38, 0.55],
  [0.22, 0.82],
  [0.17, 0.92],
  [0.21, 1],
  [0.17, 0.99],
  [0.13, 0.9],
] as const;
const sized = (profile: readonly Turn[], k: number): Turn[] =>
  profile.map(([r, h]) => [r * k, h * k]);

/** A bushy plant in a pot; `size` is its height in metres. */
export function pottedPlant(
  studio: Studio,
  foot: Point,
  size: number,
  random: Random,
  pot = 'pot',
): void {
  const tall = size * 0.36;
  turned(studio, foot, sized(POT, tall * 1.03), pot);
  const top = add(foot, [0, tall * 0.9, 0]);
  for (let i = 0; i < 34; i += 1) {
    const angle = i * 2.4 + random() * 0.5;
    const lift = between(random, 0.25, 1.9);
    const reach = between(random, 0.02, 0.08) * size;
    const away: Point = [Math.cos(angle), lift, Math.sin(angle)];
    const start = add(top, [away[0] * reach, random() * size * 0.18, away[2] * reach]);
    const length = size * between(random, 0.3, 0.55);
    const width = size * between(random, 0.1, 0.16);
    const skin = studio.skin(random() < 0.5 ? 'leaf' : 'leaf-dark');
    leaf(studio, start, away, length, width, between(random, 0.6, 1.5), skin);
  }
}

/** Cut branches (olive, eucalyptus) in a vase; `size` is the height above the vase's foot. */
export function branches(studio: Studio, foot: Point, size: number, random: Random): void {
  const v = size * 0.36;
  turned(studio, foot, sized(VASE, v), 'vase');
  for (let b = 0; b < 8; b += 1) {
    const angle = b * 2.4 + random();
    const lean = between(random, 0.12, 0.55);
    let p: Point = add(foot, [0, v * 0.9, 0]);
    let d: Point = unit([Math.cos(angle) * lean, 1, Math.sin(angle) * lean]);
    const path = [p];
    const length = size * between(random, 0.5, 0.75);
    for (let i = 1; i <= 8; i += 1) {
      d = unit([d[0] + Math.cos(angle) * 0.05, d[1] - 0.03, d[2] + Math.sin(angle) * 0.05]);
      p = add(p, times(d, length / 8));
      path.push(p);
      if (i < 2) continue;
      for (const side of [0, 2.2, 4.2]) {
        const turn = angle + side + i * 1.3;
        const away: Point = [
          Math.cos(turn) + d[0] * 0.8,
          0.5 + d[1] * 0.4,
          Math.sin(turn) + d[2] * 0.8,
        ];
        const skin = studio.skin(random() < 0.5 ? 'leaf' : 'leaf-pale');
        leaf(studio, p, away, size * between(random, 0.09, 0.14), size * 0.045, 0.4, skin);
      }
    }
    tube(studio, path, size * 0.004, studio.skin('stem'), 5);
  }
}
