import type { Column, Fronts } from './build/cabinets';
import type { DoorStyle } from './build/door';
import type { HandleShape } from './build/handle';
import type { Opening } from './build/room';
import type { Choices } from './palettes';
import type { Camera } from './render/scene';

export type SceneKind = 'kitchen' | 'vanity' | 'laundry' | 'island';
export type Phase = 'before' | 'after';

/** One camera position; `shows` ends the alternative text. */
export interface View extends Camera {
  shows: string;
}

/** A room and what became of it: everything a picture is drawn from. */
export interface SceneDescription {
  seed: number;
  kind: SceneKind;
  door: DoorStyle;
  /** Handles of the after: on doors, on drawers. */
  handles: readonly [HandleShape, HandleShape];
  /** Which of the tired looks the room had. */
  tired: number;
  choices: Choices;
  room: { width: number; depth: number; height: number };
  /** The cabinet run's start along the back wall. */
  start: number;
  base: readonly Column[];
  upper: readonly Column[];
  backWindows: readonly Opening[];
  leftWindows: readonly Opening[];
  /** Towards the sun. */
  sun: readonly [number, number, number];
  island?: {
    from: number;
    width: number;
    out: number;
    columns: readonly Column[];
    stools: number;
    pendants: number;
  };
  views: readonly View[];
}

/** A piece of work shown in the gallery; dates are UTC. */
export interface Work {
  id: string;
  title: string;
  created: string;
  /** What the pictures show, for the alternative texts. */
  before: string;
  after: string;
  scene: SceneDescription;
}

export function frontsOf(scene: SceneDescription, phase: Phase): Fronts {
  if (phase === 'after')
    return { style: scene.door, door: scene.handles[0], drawer: scene.handles[1] };
  return scene.tired % 2 === 0
    ? { style: scene.door, door: 'plate', drawer: 'arch' }
    : { style: scene.door, door: 'arch', drawer: 'arch' };
}
