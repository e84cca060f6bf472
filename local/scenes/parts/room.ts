import type { Rgb } from '../color';
import { areaLight } from '../render/light';
import { box, panel, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';

/** Metres. */
export interface RoomSize {
  width: number;
  depth: number;
  height: number;
}

export interface Walls {
  back: Frame;
  left: Frame;
  right: Frame;
}

/** The three walls one sees, each running from left to right as one faces it. */
export function wallFrames(size: RoomSize): Walls {
  return {
    back: { corner: [0, 0, 0], along: [1, 0, 0], out: [0, 0, 1] },
    left: { corner: [0, 0, size.depth], along: [0, 0, -1], out: [1, 0, 0] },
    right: { corner: [size.width, 0, 0], along: [0, 0, 1], out: [-1, 0, 0] },
  };
}

/** An opening in a wall, from–to in metres. */
export interface Opening {
  along: Range;
  up: Range;
  /** Panes across and up. */
  panes: readonly [number, number];
}

export function floorAndCeiling(studio: Studio, { width, depth, height }: RoomSize): void {
  const long = depth + 3;
  const floor = studio.skin('floor');
  const ceiling = studio.skin('ceiling');
  studio.mesh.quad([0, 0, 0], [width, 0, 0], [width, 0, long], [0, 0, long], floor);
  studio.mesh.quad(
    [0, height, 0],
    [width, height, 0],
    [width, height, depth],
    [0, height, depth],
    ceiling,
  );
}

/** A wall with its windows, skirting and daylight. */
export function wall(
  studio: Studio,
  frame: Frame,
  length: number,
  height: number,
  openings: readonly Opening[],
  daylight: Rgb,
): void {
  let from = 0;
  const skin = () => studio.skin('wall');
  for (const opening of openings) {
    panel(studio, frame, [from, opening.along[0]], [0, height], 0, skin());
    panel(studio, frame, opening.along, [0, opening.up[0]], 0, skin());
    panel(studio, frame, opening.along, [opening.up[1], height], 0, skin());
    windowIn(studio, frame, opening, daylight);
    from = opening.along[1];
  }
  panel(studio, frame, [from, length], [0, height], 0, skin());
  box(studio, frame, [0, length], [0, 0.11], [0, 0.014], studio.skin('trim', 0), 0.003);
}

/** A sash window with casing, sill and glazing bars; daylight comes from just outside. */
function windowIn(studio: Studio, frame: Frame, opening: Opening, daylight: Rgb): void {
  const { along, up, panes } = opening;
  const [left, right] = along;
  const [low, high] = up;
  const deep = -0.12;
  const trim = () => studio.skin('trim');
  const part = (a: Range, u: Range, o: Range, bevel: number) =>
    box(studio, frame, a, u, o, trim(), bevel);
  const p = (a: number, u: number, o: number) => at(frame, a, u, o);
  for (const x of along) {
    studio.mesh.quad(p(x, low, 0), p(x, high, 0), p(x, high, deep), p(x, low, deep), trim());
  }
  for (const y of up) {
    studio.mesh.quad(p(left, y, 0), p(right, y, 0), p(right, y, deep), p(left, y, deep), trim());
  }
  const casing = 0.075;
  part([left - casing, left], up, [0, 0.018], 0.003);
  part([right, right + casing], up, [0, 0.018], 0.003);
  part([left - casing - 0.012, right + casing + 0.012], [high, high + 0.085], [0, 0.024], 0.003);
  part([left - casing - 0.02, right + casing + 0.02], [low - 0.03, low], [-0.05, 0.05], 0.004);
  const sash = 0.042;
  const sashOut: Range = [deep + 0.02, deep + 0.055];
  part([left, left + sash], up, sashOut, 0.004);
  part([right - sash, right], up, sashOut, 0.004);
  part(along, [low, low + sash], sashOut, 0.004);
  part(along, [high - sash, high], sashOut, 0.004);
  const bar = 0.011;
  const barOut: Range = [deep + 0.025, deep + 0.05];
  for (let i = 1; i < panes[0]; i += 1) {
    const x = left + ((right - left) * i) / panes[0];
    part([x - bar, x + bar], up, barOut, 0.003);
  }
  for (let i = 1; i < panes[1]; i += 1) {
    const y = low + ((high - low) * i) / panes[1];
    // Two sashes meet in a stouter rail.
    const b = i * 2 === panes[1] ? bar * 1.9 : bar;
    part(along, [y - b, y + b], barOut, 0.003);
  }
  studio.lights.push(
    areaLight(p(left, low, deep), p(right, low, deep), p(left, high, deep), daylight, true),
  );
}
