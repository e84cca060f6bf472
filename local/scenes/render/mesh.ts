/** Metres: x to the right, y up, z towards the viewer. */
export type Point = readonly [number, number, number];

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export function unit(a: Point): Point {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** What a triangle is made of: a material, and the board (piece) its grain belongs to. */
export interface Skin {
  material: number;
  piece: number;
}

/** Collects triangles; every corner has its own normal so that round things look round. */
export class Mesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly materials: number[] = [];
  readonly pieces: number[] = [];

  get triangles(): number {
    return this.materials.length;
  }

  smooth(p: readonly [Point, Point, Point], n: readonly [Point, Point, Point], skin: Skin): void {
    for (const c of p) this.positions.push(c[0], c[1], c[2]);
    for (const c of n) this.normals.push(c[0], c[1], c[2]);
    this.materials.push(skin.material);
    this.pieces.push(skin.piece);
  }

  triangle(a: Point, b: Point, c: Point, skin: Skin): void {
    const n = unit(cross(sub(b, a), sub(c, a)));
    this.smooth([a, b, c], [n, n, n], skin);
  }

  quad(a: Point, b: Point, c: Point, d: Point, skin: Skin): void {
    this.triangle(a, b, c, skin);
    this.triangle(a, c, d, skin);
  }
}
