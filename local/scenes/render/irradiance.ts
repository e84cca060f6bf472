import { hash3, seededRandom, type Random } from '../prng';
import { daylightThrough, lamplight, sunlight, surroundings } from './light';
import type { Scene } from './scene';
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

const scratch = new Float64Array(3);
const direct = new Float64Array(3);

/** Light bounced at the tracer's current surface: its own colour times what falls on it. */
function leaving(tracer: Tracer, random: Random, bounces: number, out: Float64Array): void {
  const { scene, material } = tracer;
  if (material.glow > 0) {
    // Lamps light the room through area lights; seen again here they would count twice.
    out.fill(0);
    return;
  }
  const [px, py, pz] = tracer.p as unknown as [number, number, number];
  const [nx, ny, nz] = tracer.n as unknown as [number, number, number];
  let r = 0;
  let g = 0;
  let b = 0;
  const { sun, lights } = scene;
  const lit = sunlight(tracer, px, py, pz, nx, ny, nz, 0, 0);
  if (sun !== undefined && lit > 0) {
    r += sun.colour[0] * lit;
    g += sun.colour[1] * lit;
    b += sun.colour[2] * lit;
  }
  const chosen = lights[Math.floor(random() * lights.length)];
  if (chosen !== undefined) {
    direct.fill(0);
    lamplight(tracer, chosen, px, py, pz, nx, ny, nz, random(), random(), lights.length, direct);
    r += direct[0]!;
    g += direct[1]!;
    b += direct[2]!;
  }
  if (bounces > 0) {
    scatter(nx, ny, nz, random(), random(), scratch);
    const dx = scratch[0]!;
    const dy = scratch[1]!;
    const dz = scratch[2]!;
    if (tracer.meet(px, py, pz, dx, dy, dz)) {
      leaving(tracer, random, bounces - 1, out);
    } else {
      roomBehind(tracer.scene, px, py, pz, dx, dy, dz, out);
    }
    r += out[0]!;
    g += out[1]!;
    b += out[2]!;
  } else {
    r += scene.ambient[0];
    g += scene.ambient[1];
    b += scene.ambient[2];
  }
  out[0] = r * material.mean[0];
  out[1] = g * material.mean[1];
  out[2] = b * material.mean[2];
}

/** Daylight is sampled directly, so a diffuse ray that leaves through a window adds nothing. */
function roomBehind(
  scene: Scene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const k = daylightThrough(scene, ox, oy, oz, dx, dy, dz) === undefined ? 0.75 + 0.5 * dy : 0;
  out[0] = scene.fill[0] * k;
  out[1] = scene.fill[1] * k;
  out[2] = scene.fill[2] * k;
}

/** A cosine-weighted direction around a normal. */
function scatter(
  nx: number,
  ny: number,
  nz: number,
  u: number,
  v: number,
  out: Float64Array,
): void {
  const angle = 2 * Math.PI * u;
  const radius = Math.sqrt(v);
  const x = radius * Math.cos(angle);
  const y = radius * Math.sin(angle);
  const z = Math.sqrt(1 - v);
  const sign = nz >= 0 ? 1 : -1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  out[0] = x * (1 + sign * nx * nx * a) + y * b + z * nx;
  out[1] = x * sign * b + y * (sign + ny * ny * a) + z * ny;
  out[2] = -x * sign * nx - y * ny + z * nz;
}

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
  const { scene } = tracer;
  const ray = lens(scene.camera, width, height);
  const [cx, cy, cz] = scene.camera.at;
  const sum = new Float64Array(3);
  const colour = new Float64Array(3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const random = seededRandom(hash3(x, y, scene.seed));
      const d = ray(x + 0.5, y + 0.5);
      let dx = d[0]!;
      let dy = d[1]!;
      let dz = d[2]!;
      const i = y * width + x;
      if (!tracer.meet(cx, cy, cz, dx, dy, dz)) continue;
      if (tracer.material.mirror) {
        const k = 2 * (dx * tracer.n[0]! + dy * tracer.n[1]! + dz * tracer.n[2]!);
        dx -= k * tracer.n[0]!;
        dy -= k * tracer.n[1]!;
        dz -= k * tracer.n[2]!;
        if (!tracer.meet(tracer.p[0]!, tracer.p[1]!, tracer.p[2]!, dx, dy, dz)) continue;
      }
      const { material } = tracer;
      const [px, py, pz] = tracer.p as unknown as [number, number, number];
      const [nx, ny, nz] = tracer.n as unknown as [number, number, number];
      map.position.set(tracer.p, i * 3);
      map.normal.set(tracer.n, i * 3);
      map.material[i] = tracer.materialIndex;
      sum.fill(0);
      const samples = side * side;
      for (let s = 0; s < samples; s += 1) {
        const su = ((s % side) + random()) / side;
        const sv = (Math.floor(s / side) + random()) / side;
        for (const light of scene.lights) {
          lamplight(tracer, light, px, py, pz, nx, ny, nz, su, sv, 1 / samples, sum);
        }
        scatter(nx, ny, nz, su, sv, scratch);
        const bx = scratch[0]!;
        const by = scratch[1]!;
        const bz = scratch[2]!;
        if (tracer.meet(px, py, pz, bx, by, bz)) leaving(tracer, random, 1, colour);
        else roomBehind(tracer.scene, px, py, pz, bx, by, bz, colour);
        for (let k = 0; k < 3; k += 1) sum[k]! += Math.min(colour[k]!, BRIGHTEST) / samples;
      }
      map.falling.set(sum, i * 3);
      if (material.gloss > 0) {
        mirrorLight(
          tracer,
          random,
          px,
          py,
          pz,
          nx,
          ny,
          nz,
          dx,
          dy,
          dz,
          material.rough,
          samples,
          sum,
        );
        map.mirrored.set(sum, i * 3);
      }
    }
  }
  return map;
}

function mirrorLight(
  tracer: Tracer,
  random: Random,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  dx: number,
  dy: number,
  dz: number,
  rough: number,
  samples: number,
  sum: Float64Array,
): void {
  const colour = new Float64Array(3);
  sum.fill(0);
  const rays = Math.max(2, Math.ceil(samples * (rough > 0.2 ? 0.6 : 0.3)));
  let used = 0;
  for (let s = 0; s < rays; s += 1) {
    // A rough surface mirrors around a normal drawn near its own.
    scatter(nx, ny, nz, random(), random() * rough * rough, scratch);
    const k = 2 * (dx * scratch[0]! + dy * scratch[1]! + dz * scratch[2]!);
    const rx = dx - k * scratch[0]!;
    const ry = dy - k * scratch[1]!;
    const rz = dz - k * scratch[2]!;
    if (rx * nx + ry * ny + rz * nz <= 0.01) continue;
    used += 1;
    if (tracer.meet(px, py, pz, rx, ry, rz)) {
      const { glow, mean } = tracer.material;
      if (glow > 0) for (let c = 0; c < 3; c += 1) colour[c] = mean[c]! * Math.min(glow, 4);
      else leaving(tracer, random, 1, colour);
    } else surroundings(tracer.scene, px, py, pz, rx, ry, rz, colour);
    for (let c = 0; c < 3; c += 1) sum[c]! += Math.min(colour[c]!, BRIGHTEST * 2);
  }
  if (used > 0) for (let c = 0; c < 3; c += 1) sum[c]! /= used;
}
