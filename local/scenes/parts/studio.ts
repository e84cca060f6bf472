import { hash3, seededRandom, type Random } from '../prng';
import { add, Mesh, times, type Point, type Skin } from '../render/mesh';
import type { AreaLight, Material, Piece } from '../render/scene';

/** A wall's own directions: `along` it and `out` of it, from a corner at floor level. */
export interface Frame {
  corner: Point;
  along: Point;
  out: Point;
}

/** A point of a frame: metres along the wall, above the floor, out of the wall. */
export function at(frame: Frame, along: number, up: number, out: number): Point {
  const p = add(add(frame.corner, times(frame.along, along)), times(frame.out, out));
  return [p[0], p[1] + up, p[2]];
}

/** The world axis a frame's `along` follows. */
export const axisAlong = (frame: Frame): 0 | 2 => (Math.abs(frame.along[0]) > 0.5 ? 0 : 2);

/** Collects what a scene is built of. Grain has a generator of its own, so materials never move geometry. */
export class Studio {
  readonly mesh = new Mesh();
  readonly materials: Material[] = [];
  readonly names: string[] = [];
  readonly pieces: Piece[] = [];
  readonly lights: AreaLight[] = [];
  private readonly grain: Random;

  constructor(
    readonly seed: number,
    readonly palette: Readonly<Record<string, Material>>,
  ) {
    this.grain = seededRandom(seed ^ 0x5eed);
  }

  /** A generator for one prop: neighbours do not disturb each other. */
  random(name: string): Random {
    let h = this.seed;
    for (const c of name) h = hash3(h, c.codePointAt(0) ?? 0, 7);
    return seededRandom(h);
  }

  /** A new board of a material of the palette, grain along the axis. Throws for a name the palette lacks. */
  skin(name: string, axis: 0 | 1 | 2 = 1): Skin {
    let material = this.names.indexOf(name);
    if (material < 0) {
      const made = this.palette[name];
      if (made === undefined) throw new Error(`No material called ${name}.`);
      material = this.materials.push(made) - 1;
      this.names.push(name);
    }
    const { grain } = this;
    const offset: Point = [grain() * 9, grain() * 9, grain() * 9];
    const piece = this.pieces.push({ axis, offset, tone: grain() }) - 1;
    return { material, piece };
  }
}
