import { frontsOf, type Phase, type SceneDescription } from '../describe';
import type { Skin } from '../render/mesh';
import { hood, range, washer } from './appliances';
import { baseColumn, COUNTER, type Column, type ColumnKind, type Fronts } from './cabinets';
import { furnish } from './furnish';
import { cloth } from './props';
import { box, panel, tube, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';
import { cornice, upperColumn, UPPER } from './uppers';
import { apronSink, tap } from './water';

const NO_WORKTOP: readonly ColumnKind[] = ['tall', 'none'];

const hingeOf = (i: number) => (i % 2 === 0 ? 'left' : 'right');

/** Cabinets, worktop, splashback and appliances along one wall. */
export function cabinetRun(
  studio: Studio,
  frame: Frame,
  scene: SceneDescription,
  phase: Phase,
): void {
  const fronts = frontsOf(scene, phase);
  let from = scene.start;
  for (const [i, [kind, width]] of scene.base.entries()) {
    const along: Range = [from, from + width];
    baseColumn(studio, frame, kind, from, width, fronts, 'base', hingeOf(i));
    if (kind === 'range') {
      range(studio, frame, along);
      // A towel over the oven's rail.
      cloth(studio, frame, [from + width * 0.56, from + width * 0.82], [0.42, 0.728], 0.716, 2.5);
    }
    if (kind === 'washer') washer(studio, frame, along);
    if (kind === 'sink') {
      apronSink(studio, frame, along);
      tap(studio, frame, from + width / 2, COUNTER.top, 0.09);
    }
    from += width;
  }
  worktop(studio, frame, scene.start, scene.base);
  uppers(studio, frame, scene, fronts);
  splashback(studio, frame, scene);
  furnish(studio, frame, scene);
}

/** Slabs between what interrupts them; behind a sink a strip remains. */
function worktop(studio: Studio, frame: Frame, start: number, base: readonly Column[]): void {
  const { under, top, deep } = COUNTER;
  let from = start;
  let open: number | undefined;
  const slab = (to: number) => {
    if (open === undefined) return;
    box(studio, frame, [open, to], [under, top], [0, deep], studio.skin('counter', 0), 0.004);
    open = undefined;
  };
  for (const [kind, width] of base) {
    if (kind === 'sink') {
      const strip: Range = [from + 0.028, from + width - 0.028];
      slab(strip[0]);
      box(studio, frame, strip, [under, top], [0, 0.135], studio.skin('counter', 0), 0.003);
      open = strip[1];
    } else if (kind === 'range' || NO_WORKTOP.includes(kind)) slab(from);
    else open ??= from;
    from += width;
  }
  slab(from);
}

function uppers(studio: Studio, frame: Frame, scene: SceneDescription, fronts: Fronts): void {
  let from = scene.start;
  let run: number | undefined;
  const crown = (to: number) => {
    if (run !== undefined) cornice(studio, frame, [run, to], 'upper');
    run = undefined;
  };
  for (const [i, [kind, width]] of scene.upper.entries()) {
    if (kind === 'doors') run ??= from;
    else crown(from);
    upperColumn(studio, frame, kind, from, width, fronts, 'upper', hingeOf(i));
    if (kind === 'hood') hood(studio, frame, [from + 0.01, from + width - 0.01], scene.room.height);
    from += width;
  }
  crown(from);
}

/** Tiles between worktop and wall cabinets, and up the wall where shelves or a hood hang. */
function splashback(studio: Studio, frame: Frame, scene: SceneDescription): void {
  const high = scene.upper.some(([kind]) => kind === 'shelves' || kind === 'hood');
  const top = high ? scene.room.height - 0.002 : UPPER.low + 0.02;
  const skin = studio.skin('splash');
  let from = scene.start;
  for (const [kind, width] of scene.base) {
    if (!NO_WORKTOP.includes(kind)) tileUp(studio, frame, scene, [from, from + width], top, skin);
    from += width;
  }
}

function tileUp(
  studio: Studio,
  frame: Frame,
  scene: SceneDescription,
  along: Range,
  top: number,
  skin: Skin,
): void {
  const out = 0.008;
  let from = along[0];
  for (const { along: hole, up } of scene.backWindows) {
    const left = Math.max(along[0], hole[0] - 0.08);
    const right = Math.min(along[1], hole[1] + 0.08);
    if (left >= right) continue;
    if (left > from) panel(studio, frame, [from, left], [COUNTER.top, top], out, skin);
    panel(studio, frame, [left, right], [COUNTER.top, up[0] - 0.02], out, skin);
    if (top > up[1] + 0.09) panel(studio, frame, [left, right], [up[1] + 0.085, top], out, skin);
    from = right;
  }
  if (along[1] > from) panel(studio, frame, [from, along[1]], [COUNTER.top, top], out, skin);
}

/** A rod under a laundry's wall cabinets, a towel over it. */
export function laundryRod(studio: Studio, frame: Frame, along: Range): void {
  const rod = [at(frame, along[0], 1.36, 0.2), at(frame, along[1], 1.36, 0.2)];
  tube(studio, rod, 0.011, studio.skin('hardware'), 14);
  for (const x of along) {
    tube(
      studio,
      [at(frame, x, 1.36, 0.2), at(frame, x, UPPER.low, 0.2)],
      0.009,
      studio.skin('hardware'),
    );
  }
  cloth(studio, frame, [along[0] + 0.16, along[0] + 0.46], [1.02, 1.37], 0.216, 3);
}
