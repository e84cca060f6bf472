import type { Random } from '../prng';
import { lamplight, sunlight, surroundingsOfBounce } from './light';
import type { Tracer } from './tracer';

const direction = new Float64Array(3);
const direct = new Float64Array(3);

/** A cosine-weighted direction around a normal. */
export function scatter(
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

/** Light that leaves the tracer's current surface: its own colour times what falls on it. */
export function leaving(tracer: Tracer, random: Random, bounces: number, out: Float64Array): void {
  const { scene, material, p, n } = tracer;
  if (material.glow > 0) {
    // Lamps light the room through area lights; seen again here they would count twice.
    out.fill(0);
    return;
  }
  const px = p[0]!;
  const py = p[1]!;
  const pz = p[2]!;
  const nx = n[0]!;
  const ny = n[1]!;
  const nz = n[2]!;
  const { sun, lights } = scene;
  let r = 0;
  let g = 0;
  let b = 0;
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
    scatter(nx, ny, nz, random(), random(), direction);
    const dx = direction[0]!;
    const dy = direction[1]!;
    const dz = direction[2]!;
    if (tracer.meet(px, py, pz, dx, dy, dz)) leaving(tracer, random, bounces - 1, out);
    else surroundingsOfBounce(scene, px, py, pz, dx, dy, dz, out);
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
