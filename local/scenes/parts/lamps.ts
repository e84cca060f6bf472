import type { Rgb } from '../color';
import { areaLight } from '../render/light';
import { add, type Point } from '../render/mesh';
import { ball, lathe, turned } from './lathe';
import { tube } from './shapes';
import { at, type Frame, type Studio } from './studio';

const SHADE = [
  [0.17, 0],
  [0.172, 0.004],
  [0.16, 0.05],
  [0.12, 0.12],
  [0.06, 0.18],
  [0.03, 0.2],
  [0.028, 0.235],
  [0, 0.24],
] as const;
const INSIDE = [
  [0.167, 0.002],
  [0.155, 0.05],
  [0.115, 0.117],
  [0.05, 0.175],
  [0, 0.18],
] as const;

/** A pendant lamp hanging from the ceiling; `glow` is its light. */
export function pendant(studio: Studio, p: Point, ceiling: number, glow: Rgb): void {
  tube(studio, [add(p, [0, 0.24, 0]), [p[0], ceiling, p[2]]], 0.004, studio.skin('iron'), 8);
  turned(
    studio,
    [p[0], ceiling - 0.025, p[2]],
    [
      [0.055, 0],
      [0.055, 0.025],
    ],
    'lamp',
  );
  turned(studio, p, SHADE, 'lamp');
  turned(studio, p, INSIDE, 'lamp-inside');
  ball(studio, add(p, [0, 0.075, 0]), 0.042, studio.skin('bulb'));
  const r = 0.1;
  const y = p[1] + 0.004;
  const [left, right, back, near] = [p[0] - r, p[0] + r, p[2] - r, p[2] + r];
  studio.lights.push(areaLight([left, y, back], [right, y, back], [left, y, near], glow, false));
}

/** A globe on a wall bracket. */
export function sconce(studio: Studio, frame: Frame, along: number, up: number, glow: Rgb): void {
  const skin = studio.skin('hardware');
  const rose = [
    [0.05, 0],
    [0.05, 0.012],
    [0.045, 0.016],
    [0, 0.016],
  ] as const;
  lathe(studio, at(frame, along, up, 0), frame.out, rose, skin);
  const arm = [
    at(frame, along, up, 0.01),
    at(frame, along, up, 0.1),
    at(frame, along, up + 0.05, 0.115),
  ];
  tube(studio, arm, 0.008, skin);
  turned(
    studio,
    at(frame, along, up + 0.045, 0.115),
    [
      [0.03, 0],
      [0.03, 0.02],
      [0.02, 0.024],
    ],
    'hardware',
  );
  ball(studio, at(frame, along, up + 0.13, 0.115), 0.07, studio.skin('globe'));
  const s = 0.06;
  const p = (a: number, u: number) => at(frame, along + a, up + 0.13 + u, 0.2);
  studio.lights.push(areaLight(p(-s, -s), p(s, -s), p(-s, s), glow, false));
}

/** A flat lamp on the ceiling over a point of the floor: light only, it hangs out of sight. */
export function ceilingLamp(
  studio: Studio,
  x: number,
  z: number,
  ceiling: number,
  glow: Rgb,
): void {
  const y = ceiling - 0.03;
  studio.lights.push(
    areaLight(
      [x - 0.25, y, z - 0.25],
      [x + 0.25, y, z - 0.25],
      [x - 0.25, y, z + 0.25],
      glow,
      false,
    ),
  );
}
