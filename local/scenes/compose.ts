import { island } from './parts/island';
import { cabinetRun, laundryRod } from './parts/kitchen';
import { ceilingLamp } from './parts/lamps';
import { pottedPlant } from './parts/plants';
import { basket } from './parts/props';
import { floorAndCeiling, wall, wallFrames } from './parts/room';
import { Studio, type Frame } from './parts/studio';
import { vanity } from './parts/vanity';
import type { Phase, SceneDescription } from './describe';
import { fresh, tired } from './palettes';
import { times, unit } from './render/mesh';
import type { Camera, Scene } from './render/scene';

/** Light and film of a phase: dull and warm before, bright and clear after. */
const LOOK = {
  before: {
    sky: [2.3, 2.2, 2],
    sun: [1.2, 0.98, 0.66],
    fill: [0.4, 0.37, 0.32],
    lamp: [3.9, 3.05, 2],
    key: 0.235,
    cast: [1, 1, 0.97],
  },
  after: {
    sky: [4.5, 4.7, 5],
    sun: [5.2, 4.6, 3.6],
    fill: [0.6, 0.595, 0.585],
    lamp: [1, 0.92, 0.78],
    key: 0.395,
    cast: [0.965, 1, 1.06],
  },
} as const;

/** Builds a described room in one of its two states; geometry differs in nothing but the handles. */
export function composeScene(description: SceneDescription, phase: Phase, camera: Camera): Scene {
  const { seed, room, backWindows, leftWindows } = description;
  const { sky, sun, fill, lamp, key, cast } = LOOK[phase];
  const palette = phase === 'before' ? tired(description.tired) : fresh(description.choices);
  const studio = new Studio(seed, palette);
  const { back, left, right } = wallFrames(room);
  floorAndCeiling(studio, room);
  wall(studio, back, room.width, room.height, backWindows, sky);
  wall(studio, left, room.depth, room.height, leftWindows, sky);
  wall(studio, right, room.depth, room.height, [], sky);
  contents(studio, description, phase, back);
  ceilingLamp(studio, room.width / 2, 2, room.height, lamp);
  const { mesh, materials, names, pieces, lights } = studio;
  return {
    mesh,
    materials,
    names,
    pieces,
    lights,
    sun: { direction: unit(description.sun), colour: sun },
    fill,
    ambient: times(fill, 0.8),
    key,
    cast,
    camera,
    seed,
  };
}

function contents(studio: Studio, scene: SceneDescription, phase: Phase, back: Frame): void {
  const { kind, room, start } = scene;
  if (kind === 'vanity') {
    vanity(studio, back, scene, phase);
    return;
  }
  cabinetRun(studio, back, scene, phase);
  if (kind === 'laundry') {
    laundryRod(studio, back, [start + 0.54, start + 1.74]);
    basket(studio, [start / 2, 0, 0.34], 0.2, 0.4);
  } else if (scene.island !== undefined) island(studio, scene.island, scene, phase);
  else pottedPlant(studio, [room.width - 0.42, 0, 1.15], 1.15, studio.random('floor-plant'));
}
