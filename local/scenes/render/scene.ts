import type { Rgb } from '../color';
import type { Mesh, Point } from './mesh';

/** The board a surface belongs to: its grain runs along `axis`, shifted so that no two look alike. */
export interface Piece {
  axis: 0 | 1 | 2;
  offset: Point;
  /** 0…1, for slight differences of tone between boards. */
  tone: number;
}

/** Writes the colour of a surface point into `out` (linear RGB). */
export type Texture = (p: Point, normal: Point, piece: Piece, out: Float64Array) => void;

export interface Material {
  texture: Texture;
  /** The colour light takes on when it bounces off. */
  mean: Rgb;
  /** Reflectance seen head-on: 0 is matt, 0.04 lacquer, 0.5 and more a metal. */
  gloss: number;
  /** 0 is a mirror, 1 diffuse. */
  rough: number;
  /** A metal's reflections take its own colour. */
  metal: boolean;
  /** A looking-glass: shows what it reflects, pixel by pixel. */
  mirror: boolean;
  /** Light given off. */
  glow: number;
}

/** A glowing rectangle: corner + two edges, radiance. */
export interface AreaLight {
  corner: Point;
  edgeA: Point;
  edgeB: Point;
  normal: Point;
  colour: Rgb;
  /** Daylight openings let the sun through and show the garden. */
  daylight: boolean;
}

export interface Sun {
  /** Towards the sun. */
  direction: Point;
  colour: Rgb;
}

/** `shift` moves the picture up or down without tilting verticals; `width` is the half-angle's tangent. */
export interface Camera {
  at: Point;
  yaw: number;
  width: number;
  shift: number;
}

export interface Scene {
  mesh: Mesh;
  materials: Material[];
  /** What the builders called each material. */
  names: string[];
  pieces: Piece[];
  lights: AreaLight[];
  sun: Sun | undefined;
  /** The room behind the viewer, as light. */
  fill: Rgb;
  /** What is left after the last bounce. */
  ambient: Rgb;
  /** Brightness the middle of the picture aims at (0…1). */
  key: number;
  /** Colour cast of the photograph. */
  cast: Rgb;
  camera: Camera;
  seed: number;
}
