import { frontsOf, type Phase, type SceneDescription } from '../describe';
import { baseColumn } from './cabinets';
import { front } from './door';
import { sconce } from './lamps';
import { lathe, turned } from './lathe';
import { branches } from './plants';
import { cloth } from './props';
import { box, panel, tube, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';
import { tap } from './water';

const TOP = 0.905;
const WAINSCOT = 1.19;
const BASIN = [
  [0.07, 0],
  [0.1, 0.004],
  [0.17, 0.06],
  [0.2, 0.118],
  [0.206, 0.124],
  [0.2, 0.126],
  [0.19, 0.115],
  [0.15, 0.05],
  [0, 0.02],
] as const;

/** A washstand: cabinet, basins on the top, looking-glasses, lamps, a towel. */
export function vanity(studio: Studio, frame: Frame, scene: SceneDescription, phase: Phase): void {
  const fronts = frontsOf(scene, phase);
  const { start, room } = scene;
  let end = start;
  for (const [i, [kind, width]] of scene.base.entries()) {
    // Doors to the left and right of the drawers open away from them.
    const hinge = i * 2 < scene.base.length - 1 ? 'left' : 'right';
    baseColumn(studio, frame, kind, end, width, fronts, 'base', hinge);
    end += width;
  }
  const middle = (start + end) / 2;
  const two = end - start > 1.5;
  const slab: Range = [start - 0.015, end + 0.015];
  box(studio, frame, slab, [0.87, TOP], [0, 0.615], studio.skin('counter', 0), 0.004);
  box(studio, frame, slab, [TOP, TOP + 0.1], [0, 0.02], studio.skin('counter', 0), 0.003);
  const places = two ? [middle - (end - start) / 4, middle + (end - start) / 4] : [middle];
  for (const x of places) {
    lathe(studio, at(frame, x, TOP, 0.34), [0, 1, 0], BASIN, studio.skin('ceramic'), 56);
    tap(studio, frame, x, TOP, 0.07, 0.29);
    mirror(studio, frame, x, two ? 0.33 : 0.44);
  }
  const glow = phase === 'after' ? ([9, 7.3, 5.4] as const) : ([6.5, 5, 3.2] as const);
  for (const x of two ? [start + 0.02, middle, end - 0.02] : [middle - 0.62, middle + 0.62]) {
    sconce(studio, frame, x, 1.62, glow);
  }
  panel(studio, frame, [0, room.width], [0, WAINSCOT], 0.008, studio.skin('splash'));
  box(studio, frame, [0, room.width], [WAINSCOT, 1.215], [0, 0.018], studio.skin('trim', 0), 0.004);
  const vase = two ? middle : end - 0.17;
  branches(studio, at(frame, vase, TOP, 0.26), 0.55, studio.random('vanity'));
  soap(studio, frame, start + 0.16);
  towel(studio, frame, end + 0.32);
  doorBehind(studio, scene, places.at(-1) ?? middle);
}

/** A looking-glass in a frame, `half` metres to either side. */
function mirror(studio: Studio, frame: Frame, x: number, half: number): void {
  const [low, high, t] = [1.27, 2.12, 0.028];
  const [left, right] = [x - half, x + half];
  const rim = (along: Range, up: Range) =>
    box(studio, frame, along, up, [0, 0.032], studio.skin('mirror-frame'), 0.005);
  rim([left, right], [high - t, high]);
  rim([left, right], [low, low + t]);
  rim([left, left + t], [low + t, high - t]);
  rim([right - t, right], [low + t, high - t]);
  const glass: Range = [left + t, right - t];
  panel(studio, frame, glass, [low + t, high - t], 0.012, studio.skin('mirror'));
}

const BOTTLE = [
  [0.028, 0],
  [0.032, 0.005],
  [0.032, 0.1],
  [0.02, 0.118],
  [0.011, 0.122],
  [0.011, 0.135],
  [0, 0.136],
] as const;

function soap(studio: Studio, frame: Frame, x: number): void {
  turned(studio, at(frame, x, TOP, 0.22), BOTTLE, 'terracotta');
  const pump = [at(frame, x, 1.03, 0.22), at(frame, x, 1.075, 0.22), at(frame, x, 1.075, 0.265)];
  tube(studio, pump, 0.004, studio.skin('hardware'), 8);
}

function towel(studio: Studio, frame: Frame, x: number): void {
  const bar = studio.skin('hardware');
  tube(studio, [at(frame, x - 0.24, 1.34, 0.075), at(frame, x + 0.24, 1.34, 0.075)], 0.0085, bar);
  for (const side of [-0.23, 0.23]) {
    tube(studio, [at(frame, x + side, 1.34, 0), at(frame, x + side, 1.34, 0.075)], 0.007, bar);
  }
  cloth(studio, frame, [x - 0.17, x + 0.15], [0.72, 1.352], 0.092, 3.5);
}

/** The bathroom's door behind the viewer, where the last looking-glass shows it. */
function doorBehind(studio: Studio, { room, views }: SceneDescription, glass: number): void {
  const z = room.depth + 0.4;
  const frame: Frame = { corner: [room.width, 0, z], along: [-1, 0, 0], out: [0, 0, -1] };
  const [cx = glass, , cz = z] = views[0]?.at ?? [];
  const seen = glass - ((cx - glass) * z) / cz;
  const middle = room.width - Math.min(room.width - 0.6, Math.max(0.6, seen));
  const [left, right] = [middle - 0.42, middle + 0.42];
  front(studio, frame, [left, right], [0.02, 0.95], 0, 'shaker', 'trim');
  front(studio, frame, [left, right], [0.95, 2.06], 0, 'shaker', 'trim');
  const casing = studio.skin('trim');
  box(studio, frame, [left - 0.1, left - 0.01], [0, 2.08], [0, 0.03], casing, 0.004);
  box(studio, frame, [right + 0.01, right + 0.1], [0, 2.08], [0, 0.03], casing, 0.004);
  box(studio, frame, [left - 0.12, right + 0.12], [2.08, 2.18], [0, 0.035], casing, 0.004);
}
