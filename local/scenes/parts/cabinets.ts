import { front, type DoorStyle } from './door';
import { handle, type HandleShape } from './handle';
import { box, panel, type Range } from './shapes';
import type { Frame, Studio } from './studio';

/** What a column of a run is. */
export type ColumnKind =
  | 'doors'
  | 'drawers'
  | 'drawerdoors'
  | 'sink'
  | 'range'
  | 'washer'
  | 'tall'
  | 'open'
  | 'shelves'
  | 'hood'
  | 'none';

/** Kind and width in metres. */
export type Column = readonly [ColumnKind, number];

/** How fronts are made and what they are gripped by. */
export interface Fronts {
  style: DoorStyle;
  door: HandleShape;
  drawer: HandleShape;
}

/** Heights and depths in metres. */
export const COUNTER = { under: 0.87, top: 0.91, deep: 0.64 } as const;
export const CASE = { toe: 0.1, deep: 0.58 } as const;
export const TALL = 2.28;
const GAP = 0.0022;

export type Hinge = 'left' | 'right';

const inside = (range: Range): Range => [range[0] + GAP, range[1] - GAP];

/** One or two doors over an opening; `low` puts the handles at the bottom, as on wall cabinets. */
export function doors(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  fronts: Fronts,
  finish: string,
  low: boolean,
  hinge: Hinge,
): void {
  const middle = (along[0] + along[1]) / 2;
  const pair = along[1] - along[0] > 0.52;
  const leaves: readonly (readonly [Range, Hinge])[] = pair
    ? [
        [[along[0], middle], 'left'],
        [[middle, along[1]], 'right'],
      ]
    : [[along, hinge]];
  for (const [leaf, hung] of leaves) {
    const a = inside(leaf);
    const u = inside(up);
    front(studio, frame, a, u, out, fronts.style, finish);
    const x = hung === 'left' ? a[1] - 0.031 : a[0] + 0.031;
    const inset = fronts.door === 'bar' || fronts.door === 'arch' ? 0.14 : 0.055;
    handle(studio, frame, fronts.door, x, low ? u[0] + inset : u[1] - inset, out + 0.02, true);
  }
}

function drawer(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  fronts: Fronts,
  finish: string,
): void {
  const a = inside(along);
  const u = inside(up);
  const style = fronts.style === 'beadboard' ? 'shaker' : fronts.style;
  front(studio, frame, a, u, out, style, finish);
  const width = a[1] - a[0];
  const two = width > 0.75 && fronts.drawer !== 'bar';
  const grips = two ? [a[0] + width * 0.25, a[1] - width * 0.25] : [(a[0] + a[1]) / 2];
  const length = Math.min(0.32, Math.max(0.14, width * 0.4));
  for (const x of grips) {
    handle(studio, frame, fronts.drawer, x, (u[0] + u[1]) / 2, out + 0.02, false, length);
  }
}

/** A base cabinet of one column; the case is a hand's width shallower than the worktop. */
export function baseColumn(
  studio: Studio,
  frame: Frame,
  kind: ColumnKind,
  from: number,
  width: number,
  fronts: Fronts,
  finish: string,
  hinge: Hinge = 'left',
): void {
  if (kind === 'range' || kind === 'washer' || kind === 'none') return;
  const along: Range = [from, from + width];
  const face = CASE.deep;
  const top = kind === 'tall' ? TALL : COUNTER.under;
  const low = CASE.toe + 0.008;
  const high = top - 0.008;
  box(studio, frame, along, [0, CASE.toe], [0, face - 0.06], studio.skin('toe'));
  if (kind === 'open') {
    openCase(studio, frame, along, [CASE.toe, top], finish);
    return;
  }
  box(studio, frame, along, [CASE.toe, top], [0, face], studio.skin(finish), 0.001);
  const leaves = (up: Range, grip: boolean) =>
    doors(studio, frame, along, up, face, fronts, finish, grip, hinge);
  switch (kind) {
    case 'drawers': {
      let edge = high;
      for (const h of [0.155, 0.29, 0.307]) {
        drawer(studio, frame, along, [edge - h, edge], face, fronts, finish);
        edge -= h;
      }
      return;
    }
    case 'drawerdoors': {
      const split = high - 0.155;
      const middle = from + width / 2;
      const parts: readonly Range[] =
        width > 0.9
          ? [
              [from, middle],
              [middle, along[1]],
            ]
          : [along];
      for (const part of parts) {
        drawer(studio, frame, part, [split, high], face, fronts, finish);
      }
      leaves([low, split], false);
      return;
    }
    case 'sink':
      leaves([low, top - 0.235], false);
      return;
    case 'tall':
      leaves([low, 1.42], false);
      leaves([1.42, high], true);
      return;
    default:
      leaves([low, high], false);
  }
}

function openCase(studio: Studio, frame: Frame, along: Range, up: Range, finish: string): void {
  const t = 0.02;
  const deep = CASE.deep;
  const skin = () => studio.skin(finish);
  box(studio, frame, [along[0], along[0] + t], up, [0, deep], skin(), 0.001);
  box(studio, frame, [along[1] - t, along[1]], up, [0, deep], skin(), 0.001);
  panel(studio, frame, along, up, 0.01, skin());
  const shelf: Range = [along[0] + t, along[1] - t];
  for (const y of [up[0], (up[0] + up[1]) / 2, up[1] - t]) {
    box(studio, frame, shelf, [y, y + t], [0, deep - 0.004], skin(), 0.001);
  }
}
