import { doors, type ColumnKind, type Fronts, type Hinge } from './cabinets';
import { box, type Range } from './shapes';
import type { Frame, Studio } from './studio';

/** Heights and depth in metres. */
export const UPPER = { low: 1.42, high: 2.26, deep: 0.34 } as const;
export const SHELVES = [1.5, 1.86] as const;
export const SHELF_THICK = 0.035;

/** A wall cabinet or open shelves. */
export function upperColumn(
  studio: Studio,
  frame: Frame,
  kind: ColumnKind,
  from: number,
  width: number,
  fronts: Fronts,
  finish: string,
  hinge: Hinge,
): void {
  const along: Range = [from, from + width];
  if (kind === 'shelves') shelves(studio, frame, along);
  if (kind !== 'doors') return;
  const { low, high, deep } = UPPER;
  box(studio, frame, along, [low, high], [0, deep], studio.skin(finish), 0.001);
  doors(studio, frame, along, [low + 0.004, high - 0.004], deep, fronts, finish, true, hinge);
}

function shelves(studio: Studio, frame: Frame, [from, to]: Range): void {
  for (const y of SHELVES) {
    const board: Range = [from + 0.02, to - 0.02];
    box(studio, frame, board, [y, y + SHELF_THICK], [0, 0.26], studio.skin('shelf', 0), 0.002);
    for (const x of [from + 0.12, to - 0.12]) {
      const arm: Range = [x - 0.008, x + 0.008];
      box(studio, frame, arm, [y - 0.12, y], [0, 0.012], studio.skin('hardware'), 0.001);
      box(studio, frame, arm, [y - 0.012, y], [0, 0.22], studio.skin('hardware'), 0.001);
    }
  }
}

/** A stepped cornice on top of a stretch of wall cabinets, a light rail below. */
export function cornice(studio: Studio, frame: Frame, along: Range, finish: string): void {
  const { high, low } = UPPER;
  const out = UPPER.deep + 0.02;
  const skin = () => studio.skin(finish, 0);
  box(studio, frame, along, [high, high + 0.045], [0, out + 0.012], skin(), 0.002);
  box(studio, frame, along, [high + 0.045, high + 0.075], [0, out + 0.032], skin(), 0.003);
  box(studio, frame, along, [high + 0.075, high + 0.1], [0, out + 0.05], skin(), 0.003);
  box(studio, frame, along, [low - 0.03, low], [out - 0.02, out + 0.004], skin(), 0.002);
}
