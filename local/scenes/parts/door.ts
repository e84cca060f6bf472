import type { Skin } from '../render/mesh';
import { panel, type Range } from './shapes';
import { at, axisAlong, type Frame, type Studio } from './studio';

export type DoorStyle = 'shaker' | 'slab' | 'raised' | 'beadboard';

/** A step of the profile from the door's edge inwards: [inset, height above the case], metres. */
type Step = readonly [number, number];

const THICK = 0.02;
const RAIL = 0.062;
const EDGE = 0.0025;

const OUTER: readonly Step[] = [
  [0, 0],
  [0, THICK - EDGE],
  [EDGE, THICK],
];
const FLAT: readonly Step[] = [
  [RAIL, THICK],
  [RAIL + EDGE, THICK - EDGE],
  [RAIL + EDGE, 0.006],
];

const INNER: Readonly<Record<Exclude<DoorStyle, 'slab'>, readonly Step[]>> = {
  shaker: FLAT,
  beadboard: FLAT,
  raised: [
    [RAIL - 0.006, THICK],
    [RAIL - 0.002, THICK - 0.004],
    [RAIL + 0.006, 0.009],
    [RAIL + 0.012, 0.007],
    [RAIL + 0.044, 0.0165],
    [RAIL + 0.046, 0.0195],
  ],
};

/** A door or drawer front on a case whose face lies `out` metres from the wall. */
export function front(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  style: DoorStyle,
  finish: string,
): void {
  const height = up[1] - up[0];
  const small = height < 0.26 || along[1] - along[0] < 0.2;
  const grainAxis = small ? axisAlong(frame) : 1;
  const board = studio.skin(finish, grainAxis);
  steps(studio, frame, along, up, out, OUTER, board);
  const within = (range: Range, inset: number): Range => [range[0] + inset, range[1] - inset];
  if (style === 'slab' || (small && height < 0.19)) {
    panel(studio, frame, within(along, EDGE), within(up, EDGE), out + THICK, board);
    return;
  }
  const narrow = small ? 0.72 : 1;
  const profile = INNER[style].map(([inset, high]): Step => [inset * narrow, high]);
  frameBoards(studio, frame, along, up, out + THICK, profile[0]![0], finish);
  const field = studio.skin(finish, grainAxis);
  steps(studio, frame, along, up, out, profile, field);
  const [inset, high] = profile.at(-1)!;
  if (style === 'beadboard' && !small) {
    beads(studio, frame, within(along, inset), within(up, inset), out + high, finish);
  } else panel(studio, frame, within(along, inset), within(up, inset), out + high, field);
}

/** Stiles run the full height, rails sit between them: each is its own board. */
function frameBoards(
  studio: Studio,
  frame: Frame,
  [left, right]: Range,
  [low, high]: Range,
  out: number,
  inner: number,
  finish: string,
): void {
  const board = (along: Range, up: Range, axis: 0 | 1 | 2) =>
    panel(studio, frame, along, up, out, studio.skin(finish, axis));
  const rail = axisAlong(frame);
  board([left + EDGE, left + inner], [low + EDGE, high - EDGE], 1);
  board([right - inner, right - EDGE], [low + EDGE, high - EDGE], 1);
  board([left + inner, right - inner], [high - inner, high - EDGE], rail);
  board([left + inner, right - inner], [low + EDGE, low + inner], rail);
}

/** Joins successive rectangles of a profile. */
function steps(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  profile: readonly Step[],
  skin: Skin,
): void {
  const rings = profile.map(([inset, high]) => [
    at(frame, along[0] + inset, up[0] + inset, out + high),
    at(frame, along[1] - inset, up[0] + inset, out + high),
    at(frame, along[1] - inset, up[1] - inset, out + high),
    at(frame, along[0] + inset, up[1] - inset, out + high),
  ]);
  for (let i = 0; i + 1 < rings.length; i += 1) {
    for (let k = 0; k < 4; k += 1) {
      const next = (k + 1) % 4;
      studio.mesh.quad(
        rings[i]![k]!,
        rings[i]![next]!,
        rings[i + 1]![next]!,
        rings[i + 1]![k]!,
        skin,
      );
    }
  }
}

/** Narrow upright boards with V-joints. */
export function beads(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  finish: string,
): void {
  const count = Math.max(2, Math.round((along[1] - along[0]) / 0.055));
  const width = (along[1] - along[0]) / count;
  const v = 0.0035;
  for (let i = 0; i < count; i += 1) {
    const from = along[0] + i * width;
    const to = from + width;
    const skin = studio.skin(finish, 1);
    panel(studio, frame, [from + v, to - v], up, out, skin);
    const flank = (a: number, aOut: number, b: number, bOut: number) =>
      studio.mesh.quad(
        at(frame, a, up[0], aOut),
        at(frame, b, up[0], bOut),
        at(frame, b, up[1], bOut),
        at(frame, a, up[1], aOut),
        skin,
      );
    flank(from, out - v, from + v, out);
    flank(to - v, out, to, out - v);
  }
}
