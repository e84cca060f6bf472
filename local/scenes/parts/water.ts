import { COUNTER } from './cabinets';
import { lathe } from './lathe';
import { box, tube, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';

/** A fireclay sink whose apron shows between the worktops. */
export function apronSink(studio: Studio, frame: Frame, along: Range): void {
  const skin = () => studio.skin('ceramic');
  const a: Range = [along[0] + 0.03, along[1] - 0.03];
  const low = COUNTER.top - 0.245;
  const high = COUNTER.top - 0.004;
  box(studio, frame, a, [low, high], [0.63, 0.672], skin(), 0.012);
  box(studio, frame, a, [low, high - 0.02], [0.12, 0.15], skin(), 0.008);
  box(studio, frame, [a[0], a[0] + 0.025], [low, high - 0.01], [0.13, 0.64], skin(), 0.008);
  box(studio, frame, [a[1] - 0.025, a[1]], [low, high - 0.01], [0.13, 0.64], skin(), 0.008);
  box(studio, frame, a, [low, low + 0.02], [0.13, 0.65], skin());
}

const FOOT = [
  [0.03, 0],
  [0.029, 0.008],
  [0.019, 0.012],
  [0.019, 0.06],
  [0.013, 0.065],
] as const;
const LEVER = [
  [0.026, 0],
  [0.025, 0.008],
  [0.015, 0.012],
  [0.013, 0.055],
  [0, 0.06],
] as const;

/** A swan-neck tap with two levers, `out` metres from the wall. */
export function tap(
  studio: Studio,
  frame: Frame,
  along: number,
  up: number,
  out: number,
  tall = 0.36,
): void {
  const skin = studio.skin('hardware');
  const reach = tall * 0.28;
  const shoulder = up + tall - reach;
  const path = [at(frame, along, up, out)];
  for (let i = 0; i <= 14; i += 1) {
    const angle = Math.PI * (i / 14);
    const forward = out + reach - Math.cos(angle) * reach;
    path.push(at(frame, along, shoulder + Math.sin(angle) * reach, forward));
  }
  path.push(at(frame, along, shoulder - tall * 0.16, out + reach * 2));
  tube(studio, path, 0.0125, skin, 16);
  lathe(studio, at(frame, along, up, out), [0, 1, 0], FOOT, skin, 22);
  for (const side of [-0.12, 0.12]) {
    lathe(studio, at(frame, along + side, up, out), [0, 1, 0], LEVER, skin, 18);
    const end = at(frame, along + side * 1.5, up + 0.058, out + 0.03);
    tube(studio, [at(frame, along + side, up + 0.05, out), end], 0.006, skin, 10);
  }
}
