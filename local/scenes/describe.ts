import type { Column, Fronts } from './parts/cabinets';
import type { DoorStyle } from './parts/door';
import type { HandleShape } from './parts/handle';
import type { Opening, RoomSize } from './parts/room';
import type { Choices } from './choices';
import type { Point } from './render/mesh';
import type { Camera } from './render/scene';

export type SceneKind = 'kitchen' | 'vanity' | 'laundry' | 'island';
export type Phase = 'before' | 'after';

/** One camera position; `shows` ends the alternative text. */
export interface View extends Camera {
  shows: string;
}

/** An island in front of the run; metres. */
export interface IslandPlan {
  from: number;
  width: number;
  /** Its front's distance from the back wall. */
  out: number;
  columns: readonly Column[];
  pendants: number;
}

/** A room and what became of it: everything a picture is drawn from. */
export interface SceneDescription {
  seed: number;
  kind: SceneKind;
  door: DoorStyle;
  /** Handles of the after: on doors, on drawers. */
  handles: readonly [HandleShape, HandleShape];
  /** Which of the three tired looks the room had. */
  tired: 0 | 1 | 2;
  choices: Choices;
  room: RoomSize;
  /** The cabinet run's start along the back wall. */
  start: number;
  base: readonly Column[];
  upper: readonly Column[];
  backWindows: readonly Opening[];
  leftWindows: readonly Opening[];
  /** Towards the sun. */
  sun: Point;
  island?: IslandPlan;
  views: readonly View[];
}

/** A piece of work shown in the gallery. */
export interface Work {
  id: string;
  title: string;
  /** ISO 8601, UTC. */
  created: string;
  /** What the pictures show, for the alternative texts. */
  before: string;
  after: string;
  scene: SceneDescription;
}

/** The same doors in both phases; only what they are gripped by is new. */
export function frontsOf(scene: SceneDescription, phase: Phase): Fronts {
  const [door, drawer] = scene.handles;
  if (phase === 'after') return { style: scene.door, door, drawer };
  const worn = scene.tired === 1 ? 'arch' : 'plate';
  return { style: scene.door, door: worn, drawer: 'arch' };
}
