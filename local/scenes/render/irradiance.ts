import { hash3, seededRandom, type Random } from '../prng';
import { leaving, scatter } from './bounce';
import { lamplight, surroundings, surroundingsOfBounce } from './light';
import { lens, type Tracer } from './tracer';

/** What a coarse grid of pixels sees and how it is lit; three numbers per pixel. */
export interface LightMap {
  width: number;
  height: number;
  position: Float32Array;
  normal: Float32Array;
  /** -1 where the ray leaves the room. */
  material: Int16Array;
  /** Light falling on the surface without the sun, over pi. */
  falling: Float32Array;
  /** Light arriving from the mirrored direction. */
  mirrored: Float32Array;
}

/** One bounced sample never brings more than this: rarer, brighter ones would be sparks in the picture. */
const BRIGHTEST = 3;

const direction = new Float64Array(3);
const colour = new Float64Array(3);
const sum = new Float64Array(3);

/** Traces the light on a grid of `width` × `height` pixels with `side`² samples each. */
export function traceLight(tracer: Tracer, width: number, height: number, side: number): LightMap {
  const size = width * height;
  const map: LightMap = {
    width,
    height,
    position: new Float32Array(size * 3),
    normal: new Float32Array(size * 3),
    material: new Int16Array(size).fill(-1),
    falling: new Float32Array(size * 3),
    mirrored: new Float32Array(size * 3),
  };
  const { scene, p, n } = tracer;
  const ray = lens(scene.camera, width, height);
  const [cx, cy, cz] = scene.camera.at;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const random = seededRandom(hash3(x, y, scene.seed));
      const d = ray(x + 0.5, y + 0.5);
      let dx = d[0]!;
      let dy = d[1]!;
      let dz = d[2]!;
      if (!tracer.meet(cx, cy, cz, dx, dy, dz)) continue;
      if (tracer.material.mirror) {
        const k = 2 * (dx * n[0]! + dy * n[1]! + dz * n[2]!);
        dx -= k * n[0]!;
        dy -= k * n[1]!;
        dz -= k * n[2]!;
        if (!tracer.meet(p[0]!, p[1]!, p[2]!, dx, dy, dz)) continue;
      }
      const i = y * width + x;
      const { gloss, rough } = tracer.material;
      map.position.set(p, i * 3);
      map.normal.set(n, i * 3);
      map.material[i] = tracer.materialIndex;
      const q = Float64Array.of(p[0]!, p[1]!, p[2]!, n[0]!, n[1]!, n[2]!);
      fallingLight(tracer, random, q, side);
      map.falling.set(sum, i * 3);
      if (gloss > 0) {
        mirrorLight(tracer, random, q, dx, dy, dz, rough, side * side);
        map.mirrored.set(sum, i * 3);
      }
    }
  }
  return map;
}

/**
 * Traces the light of the tracer's current surface on the spot, where the grid knows nothing of it;
 * what is mirrored only for metals, which show little else.
 */
export function lightHere(
  tracer: Tracer,
  random: Random,
  d: Float64Array,
  falling: Float64Array,
  mirrored: Float64Array,
): void {
  const { p, n } = tracer;
  const { metal, rough } = tracer.material;
  const q = Float64Array.of(p[0]!, p[1]!, p[2]!, n[0]!, n[1]!, n[2]!);
  fallingLight(tracer, random, q, 3);
  falling.set(sum);
  if (!metal) return;
  mirrorLight(tracer, random, q, d[0]!, d[1]!, d[2]!, rough, 9);
  mirrored.set(sum);
}

/** Leaves in `sum` what falls on a surface point; `q` is its position and normal. */
function fallingLight(tracer: Tracer, random: Random, q: Float64Array, side: number): void {
  const { scene } = tracer;
  const px = q[0]!;
  const py = q[1]!;
  const pz = q[2]!;
  const nx = q[3]!;
  const ny = q[4]!;
  const nz = q[5]!;
  const samples = side * side;
  const lamps = scene.lights.length;
  sum.fill(0);
  for (let s = 0; s < samples; s += 1) {
    const su = ((s % side) + random()) / side;
    const sv = (Math.floor(s / side) + random()) / side;
    for (let l = 0; l < lamps; l += 1) {
      const light = scene.lights[l]!;
      lamplight(tracer, light, px, py, pz, nx, ny, nz, su, sv, 1 / samples, sum);
    }
    scatter(nx, ny, nz, su, sv, direction);
    const bx = direction[0]!;
    const by = direction[1]!;
    const bz = direction[2]!;
    if (tracer.meet(px, py, pz, bx, by, bz)) leaving(tracer, random, 1, colour);
    else surroundingsOfBounce(scene, px, py, pz, bx, by, bz, colour);
    for (let k = 0; k < 3; k += 1) sum[k]! += Math.min(colour[k]!, BRIGHTEST) / samples;
  }
}

/** Leaves in `sum` what a glossy surface mirrors; rougher ones around normals drawn near their own. */
function mirrorLight(
  tracer: Tracer,
  random: Random,
  q: Float64Array,
  dx: number,
  dy: number,
  dz: number,
  rough: number,
  samples: number,
): void {
  const px = q[0]!;
  const py = q[1]!;
  const pz = q[2]!;
  const nx = q[3]!;
  const ny = q[4]!;
  const nz = q[5]!;
  sum.fill(0);
  const rays = Math.max(2, Math.ceil(samples * (rough > 0.2 ? 0.6 : 0.3)));
  let used = 0;
  for (let s = 0; s < rays; s += 1) {
    scatter(nx, ny, nz, random(), random() * rough * rough, direction);
    const k = 2 * (dx * direction[0]! + dy * direction[1]! + dz * direction[2]!);
    const rx = dx - k * direction[0]!;
    const ry = dy - k * direction[1]!;
    const rz = dz - k * direction[2]!;
    if (rx * nx + ry * ny + rz * nz <= 0.01) continue;
    used += 1;
    if (tracer.meet(px, py, pz, rx, ry, rz)) {
      const { glow, mean } = tracer.material;
      if (glow > 0) for (let c = 0; c < 3; c += 1) colour[c] = mean[c]! * glow;
      else leaving(tracer, random, 1, colour);
    } else surroundings(tracer.scene, px, py, pz, rx, ry, rz, colour);
    for (let c = 0; c < 3; c += 1) sum[c]! += Math.min(colour[c]!, BRIGHTEST * 2);
  }
  if (used > 0) for (let c = 0; c < 3; c += 1) sum[c]! /= used;
}
