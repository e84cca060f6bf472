import { frontsOf, type IslandPlan, type Phase, type SceneDescription } from '../describe';
import { baseColumn, COUNTER } from './cabinets';
import { beads } from './door';
import { pendant } from './lamps';
import { branches } from './plants';
import { books, bowlOfFruit } from './props';
import { box, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';

const DEEP = 0.62;
const TOP = COUNTER.under + 0.055;

/** An island facing the viewer, with lamps above. */
export function island(
  studio: Studio,
  plan: IslandPlan,
  scene: SceneDescription,
  phase: Phase,
): void {
  const fronts = frontsOf(scene, phase);
  const frame: Frame = {
    corner: [plan.from, 0, plan.out - DEEP],
    along: [1, 0, 0],
    out: [0, 0, 1],
  };
  let from = 0;
  for (const [kind, width] of plan.columns) {
    baseColumn(studio, frame, kind, from, width, fronts, 'island');
    if (kind === 'open') dressOpen(studio, frame, [from, from + width]);
    from += width;
  }
  panelledEnds(studio, plan);
  const slab: Range = [-0.05, plan.width + 0.05];
  const counter = studio.skin('counter', 0);
  box(studio, frame, slab, [COUNTER.under, TOP], [-0.04, DEEP + 0.04], counter, 0.005);
  const glow = phase === 'after' ? ([14, 10.6, 7] as const) : ([10, 7.6, 4.9] as const);
  for (let i = 0; i < plan.pendants; i += 1) {
    const x = plan.from + (plan.width * (i + 0.5)) / plan.pendants;
    pendant(studio, [x, 1.62, plan.out - DEEP / 2 - 0.1], scene.room.height, glow);
  }
  branches(studio, at(frame, plan.width * 0.26, TOP, 0.3), 0.6, studio.random('island'));
  bowlOfFruit(studio, at(frame, plan.width * 0.68, TOP, 0.33), studio.random('bowl'), 'pear');
}

/** Beaded ends, seen when one stands to the side. */
function panelledEnds(studio: Studio, plan: IslandPlan): void {
  const back = plan.out - DEEP;
  const ends: readonly Frame[] = [
    { corner: [plan.from, 0, back], along: [0, 0, 1], out: [-1, 0, 0] },
    { corner: [plan.from + plan.width, 0, plan.out - 0.04], along: [0, 0, -1], out: [1, 0, 0] },
  ];
  for (const end of ends) {
    box(studio, end, [0, DEEP - 0.04], [0, COUNTER.under], [0, 0.02], studio.skin('island'), 0.003);
    beads(studio, end, [0.07, DEEP - 0.11], [0.12, 0.8], 0.0204, 'island');
  }
}

/** Cook books above, a basket below. */
function dressOpen(studio: Studio, frame: Frame, [from, to]: Range): void {
  books(studio, frame, from + 0.05, to - 0.2, 0.505, 0.52, studio.random('open'));
  const wicker = studio.skin('wicker');
  box(studio, frame, [from + 0.07, to - 0.07], [0.12, 0.36], [0.15, 0.53], wicker, 0.02);
}
