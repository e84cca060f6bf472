import { between, type Random } from '../prng';
import { add, type Point } from '../render/mesh';
import { ball, turned } from './lathe';
import { box, tube, type Range } from './shapes';
import { at, type Frame, type Studio } from './studio';

const BOWL = [
  [0.05, 0],
  [0.055, 0.006],
  [0.05, 0.012],
  [0.1, 0.035],
  [0.14, 0.085],
  [0.143, 0.088],
  [0.138, 0.089],
  [0.095, 0.042],
  [0, 0.02],
] as const;

export function bowlOfFruit(
  studio: Studio,
  p: Point,
  random: Random,
  fruit: 'lemon' | 'pear',
): void {
  turned(studio, p, BOWL, 'vase');
  for (let i = 0; i < 9; i += 1) {
    const ring = i < 6 ? 0.075 : 0.03;
    const angle = i * 1.05 + random() * 0.3;
    const centre = add(p, [Math.cos(angle) * ring, i < 6 ? 0.082 : 0.125, Math.sin(angle) * ring]);
    ball(studio, centre, between(random, 0.033, 0.038), studio.skin(fruit), 0.9);
  }
}

const KETTLE = [
  [0.085, 0],
  [0.098, 0.012],
  [0.1, 0.05],
  [0.085, 0.1],
  [0.055, 0.13],
  [0.03, 0.137],
  [0.028, 0.142],
  [0.012, 0.146],
  [0.012, 0.158],
  [0.018, 0.166],
  [0.01, 0.176],
  [0, 0.178],
] as const;

export function kettle(studio: Studio, p: Point): void {
  turned(studio, p, KETTLE, 'kettle');
  const spout = [
    [0.08, 0.06],
    [0.125, 0.09],
    [0.15, 0.14],
    [0.165, 0.15],
  ] as const;
  tube(
    studio,
    spout.map(([x, y]) => add(p, [x, y, 0])),
    0.011,
    studio.skin('kettle'),
  );
  const grip = Array.from({ length: 13 }, (_, i) => {
    const t = Math.PI * (i / 12);
    return add(p, [Math.cos(t) * 0.075, 0.11 + Math.sin(t) * 0.115, 0]);
  });
  tube(studio, grip, 0.0075, studio.skin('iron'), 10);
}

/** Two cutting boards leaning on the wall behind a worktop. */
export function boards(studio: Studio, frame: Frame, along: number, up: number): void {
  board(studio, frame, along, up, 0.25, 0.37, 0.03, 'board');
  board(studio, frame, along + 0.13, up, 0.19, 0.28, 0.062, 'board-dark');
}

function board(
  studio: Studio,
  frame: Frame,
  along: number,
  up: number,
  w: number,
  h: number,
  out: number,
  material: string,
): void {
  const lean = 0.05;
  const skin = studio.skin(material);
  const r = 0.035;
  const corners = [
    [r, r, 2],
    [w - r, r, 3],
    [w - r, h - r, 0],
    [r, h - r, 1],
  ] as const;
  const outline = (thick: number): Point[] =>
    corners.flatMap(([cx, cy, quarter]) =>
      Array.from({ length: 6 }, (_, i) => {
        const angle = (quarter + i / 5) * (Math.PI / 2);
        const y = cy + Math.sin(angle) * r;
        const o = out + thick + lean * (1 - y / h);
        return at(frame, along + cx + Math.cos(angle) * r, up + y, o);
      }),
    );
  const near = outline(0.02);
  const far = outline(0);
  const middle = at(frame, along + w / 2, up + h / 2, out + 0.02 + lean / 2);
  for (let i = 0; i < near.length; i += 1) {
    const j = (i + 1) % near.length;
    studio.mesh.triangle(middle, near[i]!, near[j]!, skin);
    studio.mesh.quad(near[i]!, far[i]!, far[j]!, near[j]!, skin);
  }
}

export function jars(studio: Studio, frame: Frame, along: number, up: number, out: number): void {
  let x = along;
  for (const [r, h] of [
    [0.055, 0.17],
    [0.05, 0.14],
    [0.043, 0.11],
  ] as const) {
    x += r;
    const body = [
      [r - 0.006, 0],
      [r, 0.006],
      [r, h - 0.012],
      [r - 0.008, h],
      [0, h],
    ] as const;
    turned(studio, at(frame, x, up, out), body, 'ceramic');
    const lid = [
      [r - 0.004, 0],
      [r - 0.004, 0.016],
      [r - 0.008, 0.02],
      [0.012, 0.021],
      [0.014, 0.034],
      [0, 0.038],
    ] as const;
    turned(studio, at(frame, x, up + h, out), lid, 'board');
    x += r + 0.02;
  }
}

const CROCK = [
  [0.06, 0],
  [0.066, 0.008],
  [0.07, 0.15],
  [0.073, 0.158],
  [0.066, 0.158],
  [0.062, 0.1],
  [0, 0.1],
] as const;

/** A jar of spoons. */
export function crock(studio: Studio, p: Point, random: Random): void {
  turned(studio, p, CROCK, 'vase');
  for (let i = 0; i < 6; i += 1) {
    const angle = random() * 6.28;
    const lean = between(random, 0.02, 0.05);
    const x = Math.cos(angle);
    const z = Math.sin(angle);
    const tip = add(p, [x * lean * 1.9, between(random, 0.26, 0.33), z * lean * 1.9]);
    const skin = studio.skin(i % 3 === 0 ? 'iron' : 'board');
    tube(studio, [add(p, [x * 0.02, 0.1, z * 0.02]), tip], 0.006, skin, 8);
    ball(studio, tip, 0.021, skin, 1.4);
  }
}

const SPINES = ['book-a', 'book-b', 'book-c'] as const;

/** A row of books from `along` to `to`; their backs stand `out` metres from the wall. */
export function books(
  studio: Studio,
  frame: Frame,
  along: number,
  to: number,
  up: number,
  out: number,
  random: Random,
): void {
  let x = along;
  while (x < to - 0.04) {
    const w = between(random, 0.018, 0.04);
    const tall: Range = [up, up + between(random, 0.18, 0.245)];
    const spine = SPINES[Math.floor(random() * SPINES.length)]!;
    box(studio, frame, [x, x + w], tall, [out - 0.17, out], studio.skin(spine), 0.003);
    x += w + 0.001;
  }
}

const CEREAL = [
  [0.035, 0],
  [0.04, 0.006],
  [0.07, 0.03],
  [0.082, 0.058],
  [0.079, 0.058],
  [0.06, 0.03],
  [0, 0.02],
] as const;

export function stackedBowls(studio: Studio, p: Point, count: number): void {
  for (let i = 0; i < count; i += 1) turned(studio, add(p, [0, i * 0.02, 0]), CEREAL, 'ceramic');
}

const MUG = [
  [0.03, 0],
  [0.038, 0.006],
  [0.04, 0.085],
  [0.037, 0.085],
  [0.034, 0.02],
  [0, 0.02],
] as const;

export function mugs(
  studio: Studio,
  frame: Frame,
  along: number,
  up: number,
  out: number,
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const p = at(frame, along + i * 0.11, up, out);
    turned(studio, p, MUG, 'vase');
    const ear = Array.from({ length: 9 }, (_, k) => {
      const t = Math.PI * (k / 8);
      return add(p, [0.037 + Math.sin(t) * 0.026, 0.045 + Math.cos(t) * 0.024, 0.008]);
    });
    tube(studio, ear, 0.0048, studio.skin('vase'), 8);
  }
}

/** Folded towels in a pile. */
export function foldedTowels(studio: Studio, frame: Frame, along: number, up: number): void {
  for (let i = 0; i < 4; i += 1) {
    const low = up + i * 0.052;
    const inset = (i % 2) * 0.008;
    const width: Range = [along + inset, along + 0.34 - inset];
    box(
      studio,
      frame,
      width,
      [low, low + 0.05],
      [0.12, 0.42 - inset],
      studio.skin('fabric'),
      0.016,
    );
  }
}

/** Cloth hanging over a rail: soft upright waves. */
export function cloth(
  studio: Studio,
  frame: Frame,
  along: Range,
  up: Range,
  out: number,
  folds: number,
): void {
  const columns = 36;
  const rows = 10;
  const skin = studio.skin('fabric');
  const point = (i: number, j: number): Point => {
    const t = i / columns;
    const wave = Math.sin(t * Math.PI * 2 * folds + 0.6) * 0.009 * Math.sqrt(j / rows);
    const ripple = Math.sin(t * 9 + j * 0.2) * 0.002;
    const y = up[1] - ((up[1] - up[0]) * j) / rows;
    return at(frame, along[0] + (along[1] - along[0]) * t, y, out + wave + ripple);
  };
  for (let i = 0; i < columns; i += 1) {
    for (let j = 0; j < rows; j += 1) {
      studio.mesh.quad(point(i, j + 1), point(i + 1, j + 1), point(i + 1, j), point(i, j), skin);
    }
  }
}

/** A woven basket, round, its rows of weave turned in. */
export function basket(studio: Studio, p: Point, radius: number, height: number): void {
  const rows = 14;
  const weave = Array.from({ length: rows * 4 + 1 }, (_, i): [number, number] => {
    const t = i / (rows * 4);
    const cane = Math.abs(Math.sin(t * rows * Math.PI)) * 0.006;
    return [radius * (0.86 + 0.14 * t) + cane, height * t];
  });
  turned(studio, p, [...weave, [radius * 0.94, height], [radius * 0.85, height * 0.3]], 'wicker');
}
