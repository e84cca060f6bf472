import type { Rgb } from '../color';
import { layeredNoise } from '../noise';
import { cross, dot, sub, unit, type Point } from './mesh';
import type { AreaLight, Scene } from './scene';
import type { Tracer } from './tracer';

/** A rectangle of light from three corners, shining along (b − a) × (c − a). */
export function areaLight(a: Point, b: Point, c: Point, colour: Rgb, daylight: boolean): AreaLight {
  const edgeA = sub(b, a);
  const edgeB = sub(c, a);
  return { corner: a, edgeA, edgeB, normal: unit(cross(edgeA, edgeB)), colour, daylight };
}

/** The window a ray leaves through, if any. */
export function daylightThrough(
  scene: Scene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): AreaLight | undefined {
  for (const light of scene.lights) {
    if (!light.daylight) continue;
    const { normal, corner, edgeA, edgeB } = light;
    const towards = normal[0] * dx + normal[1] * dy + normal[2] * dz;
    if (towards > -1e-4) continue;
    const away =
      normal[0] * (corner[0] - ox) + normal[1] * (corner[1] - oy) + normal[2] * (corner[2] - oz);
    const t = away / towards;
    if (t < 0) continue;
    const x = ox + dx * t - corner[0];
    const y = oy + dy * t - corner[1];
    const z = oz + dz * t - corner[2];
    const a = (x * edgeA[0] + y * edgeA[1] + z * edgeA[2]) / dot(edgeA, edgeA);
    const b = (x * edgeB[0] + y * edgeB[1] + z * edgeB[2]) / dot(edgeB, edgeB);
    if (a >= 0 && a <= 1 && b >= 0 && b <= 1) return light;
  }
  return undefined;
}

/** What a ray that leaves the room sees: a bright room behind the viewer, a garden outside. */
export function surroundings(
  scene: Scene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const opening = daylightThrough(scene, ox, oy, oz, dx, dy, dz);
  if (opening === undefined) roomBehind(scene, dy, out);
  else garden(opening, dx, dy, dz, out);
}

/** The same for a bounced ray; windows are sampled as lights, so a ray out of one adds nothing more. */
export function surroundingsOfBounce(
  scene: Scene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  if (daylightThrough(scene, ox, oy, oz, dx, dy, dz) === undefined) roomBehind(scene, dy, out);
  else out.fill(0);
}

function roomBehind(scene: Scene, dy: number, out: Float64Array): void {
  const k = 0.75 + 0.5 * dy;
  out[0] = scene.fill[0] * k;
  out[1] = scene.fill[1] * k;
  out[2] = scene.fill[2] * k;
}

/** A blurred, overexposed garden. */
function garden(opening: AreaLight, dx: number, dy: number, dz: number, out: Float64Array): void {
  const leaves = layeredNoise(dx * 9 + 3, dy * 9, dz * 9, 3);
  const treeLine = 0.1 + 0.2 * layeredNoise(dx * 4, 7, dz * 4, 2);
  const green = Math.min(1, Math.max(0, (treeLine - dy) * 9 + (leaves - 0.5) * 3));
  const shade = 0.35 + 0.75 * leaves;
  out[0] = opening.colour[0] * (1 - green + green * 0.36 * shade);
  out[1] = opening.colour[1] * (1 - green + green * 0.44 * shade);
  out[2] = opening.colour[2] * (1 - green + green * 0.26 * shade);
}

/** How squarely the sun meets a surface (0…1); 0 in shadow. The jitter softens the shadow's edge. */
export function sunlight(
  tracer: Tracer,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  jitterX: number,
  jitterY: number,
): number {
  const { sun } = tracer.scene;
  if (sun === undefined) return 0;
  const dx = sun.direction[0] + jitterX * 0.012;
  const dy = sun.direction[1] + jitterY * 0.012;
  const dz = sun.direction[2];
  const cosine = nx * dx + ny * dy + nz * dz;
  if (cosine <= 0) return 0;
  if (daylightThrough(tracer.scene, px, py, pz, dx, dy, dz) === undefined) return 0;
  return tracer.bvh.blocked(px, py, pz, dx, dy, dz, 30) ? 0 : cosine;
}

const areas = new WeakMap<AreaLight, number>();

function areaOf(light: AreaLight): number {
  let area = areas.get(light);
  if (area === undefined) {
    const c = cross(light.edgeA, light.edgeB);
    area = Math.hypot(c[0], c[1], c[2]);
    areas.set(light, area);
  }
  return area;
}

/** Adds one sample of an area light at a point, times `weight`, to `out`. */
export function lamplight(
  tracer: Tracer,
  light: AreaLight,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  u: number,
  v: number,
  weight: number,
  out: Float64Array,
): void {
  const { corner, edgeA, edgeB, normal, colour } = light;
  let dx = corner[0] + edgeA[0] * u + edgeB[0] * v - px;
  let dy = corner[1] + edgeA[1] * u + edgeB[1] * v - py;
  let dz = corner[2] + edgeA[2] * u + edgeB[2] * v - pz;
  const square = dx * dx + dy * dy + dz * dz;
  const distance = Math.sqrt(square);
  dx /= distance;
  dy /= distance;
  dz /= distance;
  const here = nx * dx + ny * dy + nz * dz;
  const there = -(normal[0] * dx + normal[1] * dy + normal[2] * dz);
  if (here <= 0 || there <= 0) return;
  if (tracer.bvh.blocked(px, py, pz, dx, dy, dz, distance - 1e-3)) return;
  // Clamped: a sample next to the lamp would otherwise be a spark in the picture.
  const k = Math.min(4, (here * there * areaOf(light)) / (Math.PI * square)) * weight;
  out[0]! += colour[0] * k;
  out[1]! += colour[1] * k;
  out[2]! += colour[2] * k;
}
