import { lathe } from './lathe';
import { box, panel, tube, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';

/** A freestanding range with an oven window, knobs and iron grates. */
export function range(studio: Studio, frame: Frame, along: Range): void {
  const steel = () => studio.skin('steel');
  const black = () => studio.skin('iron');
  const a: Range = [along[0] + 0.004, along[1] - 0.004];
  const width = a[1] - a[0];
  const deep = 0.645;
  box(studio, frame, a, [0.09, 0.905], [0.02, deep - 0.03], steel(), 0.003);
  box(studio, frame, [a[0] + 0.02, a[1] - 0.02], [0, 0.09], [0.05, deep - 0.1], black());
  box(studio, frame, a, [0.1, 0.25], [deep - 0.03, deep - 0.005], steel(), 0.006);
  box(studio, frame, a, [0.26, 0.765], [deep - 0.03, deep], steel(), 0.008);
  const pane: Range = [a[0] + 0.09, a[1] - 0.09];
  panel(studio, frame, pane, [0.36, 0.64], deep + 0.0015, studio.skin('oven-glass'));
  box(studio, frame, a, [0.78, 0.905], [deep - 0.03, deep + 0.02], steel(), 0.012);
  const rail = deep + 0.05;
  tube(
    studio,
    [at(frame, a[0] + 0.05, 0.715, rail), at(frame, a[1] - 0.05, 0.715, rail)],
    0.0125,
    steel(),
    16,
  );
  for (const x of pane)
    tube(studio, [at(frame, x, 0.715, deep - 0.01), at(frame, x, 0.715, rail)], 0.008, steel());
  const knob = [
    [0.027, 0],
    [0.027, 0.004],
    [0.021, 0.006],
    [0.02, 0.03],
    [0.017, 0.034],
    [0, 0.034],
  ] as const;
  for (let i = 0; i < 6; i += 1) {
    const x = a[0] + (width * (i + 0.5)) / 6;
    lathe(studio, at(frame, x, 0.843, deep + 0.02), frame.out, knob, black(), 20);
  }
  box(studio, frame, a, [0.905, 0.918], [0.02, deep - 0.01], black(), 0.004);
  box(studio, frame, a, [0.905, 0.95], [0.02, 0.05], steel(), 0.004);
  for (let g = 0; g < 3; g += 1) {
    const from = a[0] + 0.02 + ((width - 0.04) * g) / 3;
    grate(studio, frame, [from, from + (width - 0.04) / 3 - 0.008]);
  }
}

function grate(studio: Studio, frame: Frame, [from, to]: Range): void {
  const black = () => studio.skin('iron');
  const high = 0.94;
  for (let i = 0; i < 4; i += 1) {
    const x = from + ((to - from) * i) / 3;
    tube(studio, [at(frame, x, high, 0.08), at(frame, x, high, 0.6)], 0.006, black(), 6);
  }
  for (const o of [0.08, 0.25, 0.43, 0.6]) {
    tube(studio, [at(frame, from, high, o), at(frame, to, high, o)], 0.006, black(), 6);
  }
  for (const o of [0.17, 0.5]) {
    const burner = [
      [0.04, 0],
      [0.038, 0.012],
      [0, 0.013],
    ] as const;
    lathe(studio, at(frame, (from + to) / 2, 0.918, o), [0, 1, 0], burner, black(), 18);
  }
}

/** A tapered hood over the range, in the cabinets' finish, with a ledge. */
export function hood(studio: Studio, frame: Frame, along: Range, ceiling: number): void {
  const skin = () => studio.skin('hood');
  const low = 1.62;
  const neck = low + 0.165;
  const [left, right] = along;
  box(studio, frame, along, [low, low + 0.13], [0, 0.5], skin(), 0.003);
  box(studio, frame, [left - 0.015, right + 0.015], [low + 0.13, neck], [0, 0.52], skin(), 0.005);
  box(
    studio,
    frame,
    [left - 0.008, right + 0.008],
    [low - 0.015, low + 0.008],
    [0, 0.51],
    skin(),
    0.004,
  );
  const middle = (left + right) / 2;
  const rows = 10;
  const profile = Array.from({ length: rows + 1 }, (_, i) => {
    const t = i / rows;
    const curve = (1 - t) ** 1.7;
    const half = ((right - left) / 2) * (0.62 + 0.36 * curve);
    return { up: neck + (ceiling - neck) * t, half, out: 0.3 + 0.18 * curve };
  });
  const board = skin();
  for (let i = 0; i < rows; i += 1) {
    const a = profile[i]!;
    const b = profile[i + 1]!;
    const p = (s: number, q: typeof a, o: number) => at(frame, middle + s * q.half, q.up, o);
    studio.mesh.quad(p(-1, a, a.out), p(1, a, a.out), p(1, b, b.out), p(-1, b, b.out), board);
    for (const s of [-1, 1]) {
      studio.mesh.quad(p(s, a, 0), p(s, a, a.out), p(s, b, b.out), p(s, b, 0), board);
    }
  }
}

/** A front-loading machine under a worktop. */
export function washer(studio: Studio, frame: Frame, along: Range): void {
  const a: Range = [along[0] + 0.012, along[1] - 0.012];
  const deep = 0.6;
  const middle = (a[0] + a[1]) / 2;
  const steel = () => studio.skin('steel');
  const glass = () => studio.skin('oven-glass');
  box(studio, frame, a, [0.03, 0.845], [0.03, deep], studio.skin('enamel'), 0.012);
  box(
    studio,
    frame,
    [a[0] + 0.02, a[1] - 0.02],
    [0, 0.03],
    [0.05, deep - 0.05],
    studio.skin('iron'),
  );
  const flush = deep + 0.0008;
  panel(studio, frame, [a[0] + 0.012, a[1] - 0.012], [0.735, 0.738], flush, steel());
  panel(studio, frame, [a[0] + 0.03, a[0] + 0.19], [0.762, 0.822], flush, steel());
  panel(studio, frame, [a[1] - 0.2, a[1] - 0.06], [0.768, 0.818], flush, glass());
  const dial = [
    [0.036, 0],
    [0.035, 0.018],
    [0.03, 0.024],
    [0, 0.025],
  ] as const;
  lathe(studio, at(frame, middle + 0.005, 0.792, deep), frame.out, dial, steel());
  const centre = at(frame, middle, 0.405, deep);
  const ring = [
    [0.232, 0],
    [0.228, 0.02],
    [0.21, 0.034],
    [0.178, 0.036],
    [0.165, 0.026],
  ] as const;
  lathe(studio, centre, frame.out, ring, steel(), 64);
  const pane = [
    [0.168, 0.024],
    [0.15, 0.036],
    [0.1, 0.048],
    [0, 0.054],
  ] as const;
  lathe(studio, centre, frame.out, pane, glass(), 48);
  const grip: Range = [middle + 0.178, middle + 0.21];
  box(studio, frame, grip, [0.36, 0.45], [deep + 0.03, deep + 0.048], studio.skin('enamel'), 0.006);
}
