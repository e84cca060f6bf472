import type { SceneDescription } from '../describe';
import type { Random } from '../prng';
import { COUNTER, type ColumnKind } from './cabinets';
import { branches, pottedPlant } from './plants';
import {
  boards,
  books,
  bowlOfFruit,
  crock,
  foldedTowels,
  jars,
  kettle,
  mugs,
  stackedBowls,
} from './props';
import type { Range } from './shapes';
import { at, type Frame, type Studio } from './studio';
import { SHELF_THICK, SHELVES } from './uppers';

const FREE: readonly ColumnKind[] = ['doors', 'drawers', 'drawerdoors', 'washer', 'open'];

/** Puts everyday things on the worktops and shelves, chosen by the scene's seed. */
export function furnish(studio: Studio, frame: Frame, scene: SceneDescription): void {
  const { kind: room, start, base, upper } = scene;
  const random = studio.random('furnish');
  const { top } = COUNTER;
  const plant = (x: number) =>
    pottedPlant(studio, at(frame, x, top, 0.24), 0.36, studio.random('plant'));
  const vase = (x: number) =>
    branches(studio, at(frame, x, top, 0.28), 0.62, studio.random('branches'));
  const canisters = (x: number) => jars(studio, frame, x - 0.15, top, 0.16);
  const cooking = [
    (x: number) => boards(studio, frame, x - 0.16, top),
    (x: number) => bowlOfFruit(studio, at(frame, x, top, 0.34), studio.random('bowl'), 'lemon'),
    (x: number) => crock(studio, at(frame, x, top, 0.2), studio.random('crock')),
  ];
  const washing = [(x: number) => foldedTowels(studio, frame, x - 0.17, top)];
  const things =
    room === 'laundry' ? [plant, vase, ...washing] : [plant, vase, canisters, ...cooking];
  shuffle(things, random);
  let from = start;
  for (const [kind, width] of base) {
    if (kind === 'range') kettle(studio, at(frame, from + width * 0.28, 0.946, 0.22));
    else if (FREE.includes(kind) && width > 0.4) {
      things.shift()?.(from + width * (0.42 + 0.16 * random()));
    }
    from += width;
  }
  from = start;
  for (const [kind, width] of upper) {
    if (kind === 'shelves') dressShelves(studio, frame, [from, from + width], random);
    from += width;
  }
}

function dressShelves(studio: Studio, frame: Frame, [from, to]: Range, random: Random): void {
  const width = to - from;
  const low = SHELVES[0] + SHELF_THICK;
  const high = SHELVES[1] + SHELF_THICK;
  const count = Math.max(1, Math.floor((width * 0.42) / 0.11));
  stackedBowls(studio, at(frame, from + width * 0.25, low, 0.14), 4);
  mugs(studio, frame, from + width * 0.5, low, 0.14, count);
  books(studio, frame, from + width * 0.14, from + width * 0.44, high, 0.22, random);
  pottedPlant(
    studio,
    at(frame, from + width * 0.72, high, 0.14),
    0.27,
    studio.random('shelf'),
    'vase',
  );
}

function shuffle<T>(list: T[], random: Random): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
}
