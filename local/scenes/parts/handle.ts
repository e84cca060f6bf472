import type { Point } from '../render/mesh';
import { ball, lathe } from './lathe';
import { tube } from './shapes';
import { at, type Frame, type Studio } from './studio';

export type HandleShape = 'bar' | 'knob' | 'cup' | 'arch' | 'plate';

/** A handle centred at (along, up) on a face `out` metres from the wall; `length` metres for bars. */
export function handle(
  studio: Studio,
  frame: Frame,
  shape: HandleShape,
  along: number,
  up: number,
  out: number,
  upright: boolean,
  length = 0.16,
): void {
  const skin = studio.skin('hardware');
  const part = (t: number, o: number): Point =>
    upright ? at(frame, along, up + t, out + o) : at(frame, along + t, up, out + o);
  const half = length / 2;
  switch (shape) {
    case 'bar':
      tube(studio, [part(-half - 0.014, 0.03), part(half + 0.014, 0.03)], 0.0062, skin, 14);
      for (const t of [0.012 - half, half - 0.012]) {
        tube(studio, [part(t, 0), part(t, 0.03)], 0.0048, skin, 10);
      }
      return;
    case 'arch': {
      // The bowed pull of the nineties, on its two roses.
      const bow = Array.from({ length: 11 }, (_, i) =>
        part((i / 10 - 0.5) * 0.096, 0.004 + 0.024 * Math.sin((i / 10) * Math.PI) ** 0.7),
      );
      tube(studio, bow, 0.0055, skin, 10);
      for (const t of [-0.048, 0.048]) {
        const rose = [
          [0.013, 0],
          [0.012, 0.003],
          [0.006, 0.006],
          [0, 0.006],
        ] as const;
        lathe(studio, part(t, 0), frame.out, rose, skin, 16);
      }
      return;
    }
    case 'cup':
      cup(studio, frame, along, up, out);
      return;
    case 'plate':
      lathe(studio, at(frame, along, up, out), frame.out, PLATE, skin, 20);
      ball(studio, at(frame, along, up, out + 0.022), 0.0155, skin);
      tube(studio, [at(frame, along, up, out), at(frame, along, up, out + 0.02)], 0.006, skin, 10);
      return;
    case 'knob':
      lathe(studio, at(frame, along, up, out), frame.out, KNOB, skin, 22);
  }
}

const PLATE = [
  [0.026, 0],
  [0.025, 0.002],
  [0.02, 0.003],
  [0.019, 0.0045],
  [0, 0.0045],
] as const;
const KNOB = [
  [0.009, 0],
  [0.007, 0.004],
  [0.006, 0.014],
  [0.0145, 0.019],
  [0.0165, 0.023],
  [0.0155, 0.027],
  [0.009, 0.0295],
  [0, 0.03],
] as const;

/** Half a shell that one reaches into from below. */
function cup(studio: Studio, frame: Frame, along: number, up: number, out: number): void {
  const skin = studio.skin('hardware');
  const rows = 8;
  const columns = 14;
  const point = (i: number, j: number): Point => {
    const turn = (i / columns - 0.5) * Math.PI;
    const lift = (j / rows) * (Math.PI / 2);
    const wide = Math.max(0, Math.cos(turn));
    return at(
      frame,
      along + Math.sin(turn) * 0.046,
      up + 0.004 + Math.sin(lift) * 0.024 * wide ** 0.4,
      out + wide ** 0.7 * Math.cos(lift) * 0.026,
    );
  };
  for (let i = 0; i < columns; i += 1) {
    for (let j = 0; j < rows; j += 1) {
      studio.mesh.quad(point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1), skin);
    }
  }
}
