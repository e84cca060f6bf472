import { cabinetRun, island, laundryRod, ovenTowel } from './build/kitchen';
import { floorAndCeiling, skirting, wall, wallFrames } from './build/room';
import { Studio } from './build/studio';
import { basket } from './build/props';
import { pottedPlant } from './build/plants';
import { vanity } from './build/vanity';
import type { Phase, SceneDescription } from './describe';
import { fresh, tired } from './palettes';
import { areaLight } from './render/light';
import { times, unit } from './render/mesh';
import type { Camera, Scene } from './render/scene';

/** Light and film of a phase: dull and warm before, bright and clear after. */
const LOOK = {
  before: {
    sky: [2.3, 2.2, 2.0],
    sun: [1.2, 0.98, 0.66],
    fill: [0.4, 0.37, 0.32],
    lamp: [3.9, 3.05, 2.0],
    key: 0.235,
    cast: [1.0, 1.0, 0.97],
  },
  after: {
    sky: [4.6, 4.8, 5.1],
    sun: [5.2, 4.6, 3.6],
    fill: [0.86, 0.845, 0.815],
    lamp: [1.0, 0.92, 0.78],
    key: 0.4,
    cast: [1, 0.995, 0.985],
  },
} as const;

/** Builds the room of a description in one of its two states; geometry differs in nothing but the handles. */
export function composeScene(description: SceneDescription, phase: Phase, camera: Camera): Scene {
  const look = LOOK[phase];
  const studio = new Studio(
    description.seed,
    phase === 'before' ? tired(description.tired) : fresh(description.choices),
  );
  const { room } = description;
  const walls = wallFrames(room);
  floorAndCeiling(studio, room);
  wall(studio, walls.back, room.width, room.height, description.backWindows, look.sky);
  wall(studio, walls.left, room.depth, room.height, description.leftWindows, look.sky);
  wall(studio, walls.right, room.depth, room.height, [], look.sky);
  skirting(studio, walls.back, [0, room.width]);
  skirting(studio, walls.left, [0, room.depth]);
  skirting(studio, walls.right, [0, room.depth]);
  contents(studio, description, phase, walls.back);
  const middle = room.width / 2;
  const [x, y, z] = [middle - 0.25, room.height - 0.03, 1.75];
  studio.lights.push(areaLight([x, y, z], [x + 0.5, y, z], [x, y, z + 0.5], look.lamp, false));
  return {
    mesh: studio.mesh,
    materials: studio.materials,
    pieces: studio.pieces,
    lights: studio.lights,
    sun: { direction: unit(description.sun), colour: look.sun },
    fill: look.fill,
    ambient: times(look.fill, 0.8),
    key: look.key,
    cast: look.cast,
    camera,
    seed: description.seed,
  };
}

function contents(
  studio: Studio,
  description: SceneDescription,
  phase: Phase,
  back: ReturnType<typeof wallFrames>['back'],
): void {
  const { kind, room } = description;
  if (kind === 'vanity') {
    vanity(studio, back, description, phase);
    return;
  }
  cabinetRun(studio, back, description, phase);
  ovenTowel(studio, back, description);
  island(studio, description, phase);
  if (kind === 'laundry') {
    laundryRod(studio, back, [description.start + 0.5, description.start + 1.78]);
    basket(studio, [description.start + 2.9, 0, 0.95], 0.24, 0.42);
  } else if (description.island === undefined) {
    pottedPlant(studio, [room.width - 0.42, 0, 1.15], 1.15, studio.random('floor-plant'));
  }
}
