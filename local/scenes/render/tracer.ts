import { Bvh } from './bvh';
import type { Point } from './mesh';
import type { Camera, Material, Scene } from './scene';

/** A scene made ready for rays; `p` and `n` describe the surface met last. */
export class Tracer {
  readonly bvh: Bvh;
  readonly p = new Float64Array(3);
  readonly n = new Float64Array(3);
  material!: Material;
  materialIndex = -1;
  piece = 0;
  private readonly normals: Float64Array;
  private readonly materials: Int32Array;
  private readonly pieces: Int32Array;

  constructor(readonly scene: Scene) {
    this.bvh = new Bvh(scene.mesh);
    this.normals = Float64Array.from(scene.mesh.normals);
    this.materials = Int32Array.from(scene.mesh.materials);
    this.pieces = Int32Array.from(scene.mesh.pieces);
  }

  /** Follows a ray to the nearest surface; its normal faces the ray's origin. */
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    if (!this.bvh.trace(ox, oy, oz, dx, dy, dz)) return false;
    const { distance, triangle, u, v } = this.bvh.hit;
    const { p, n, normals } = this;
    const b = triangle * 9;
    const w = 1 - u - v;
    let nx = normals[b]! * w + normals[b + 3]! * u + normals[b + 6]! * v;
    let ny = normals[b + 1]! * w + normals[b + 4]! * u + normals[b + 7]! * v;
    let nz = normals[b + 2]! * w + normals[b + 5]! * u + normals[b + 8]! * v;
    const facing = nx * dx + ny * dy + nz * dz > 0 ? -1 : 1;
    const length = facing / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    nx *= length;
    ny *= length;
    nz *= length;
    n[0] = nx;
    n[1] = ny;
    n[2] = nz;
    p[0] = ox + dx * distance + nx * 2e-4;
    p[1] = oy + dy * distance + ny * 2e-4;
    p[2] = oz + dz * distance + nz * 2e-4;
    this.materialIndex = this.materials[triangle]!;
    this.material = this.scene.materials[this.materialIndex]!;
    this.piece = this.pieces[triangle]!;
    return true;
  }
}

/** Direction of the ray through a pixel position; verticals stay vertical. */
export function lens(camera: Camera, width: number, height: number) {
  const sin = Math.sin(camera.yaw);
  const cos = Math.cos(camera.yaw);
  const out = new Float64Array(3);
  return (px: number, py: number): Float64Array => {
    const x = ((px / width) * 2 - 1) * camera.width;
    const y = ((1 - (py / height) * 2) * camera.width * height) / width + camera.shift;
    const dx = cos * x + sin;
    const dz = sin * x - cos;
    const length = Math.sqrt(dx * dx + y * y + dz * dz);
    out[0] = dx / length;
    out[1] = y / length;
    out[2] = dz / length;
    return out;
  };
}

export const asPoint = (a: Float64Array): Point => [a[0]!, a[1]!, a[2]!];
