import { toByte } from '../color';
import { hash3, seededRandom } from '../prng';
import { smoothLight } from './denoise';
import { develop } from './develop';
import { falling, gather, mirrored } from './gather';
import { lightHere, traceLight, type LightMap } from './irradiance';
import { sunlight, surroundings } from './light';
import type { Scene } from './scene';
import { asPoint, lens, Tracer } from './tracer';

/** How much work goes into a picture: light samples per side, and how coarse the light grid is. */
export interface Quality {
  samples: number;
  coarse: number;
  /** Sub-pixels per side. */
  edges: number;
}

export interface Picture {
  width: number;
  height: number;
  /** sRGB bytes, three per pixel. */
  pixels: Buffer;
}

/**
 * Renders a scene; the same scene and size always give the same bytes. Light is traced on a coarse grid
 * and smoothed along surfaces; edges, textures and the sun's shadows are drawn at full size.
 */
export function renderScene(
  scene: Scene,
  width: number,
  height: number,
  quality: Quality,
): Picture {
  const tracer = new Tracer(scene);
  const coarse = (size: number) => Math.round(size / quality.coarse);
  const map = traceLight(tracer, coarse(width), coarse(height), quality.samples);
  smoothLight(map, 'falling', 4, () => 1);
  smoothLight(map, 'mirrored', 3, (m) => scene.materials[m]?.rough ?? 1);
  const linear = shadePixels(tracer, map, width, height, quality.edges);
  develop(linear, width, height, scene);
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = toByte(linear[i]!);
  return { width, height, pixels };
}

function shadePixels(
  tracer: Tracer,
  map: LightMap,
  width: number,
  height: number,
  edges: number,
): Float32Array {
  const linear = new Float32Array(width * height * 3);
  const ray = lens(tracer.scene.camera, width, height);
  const colour = new Float64Array(3);
  const share = 1 / (edges * edges);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = (y * width + x) * 3;
      for (let s = 0; s < edges * edges; s += 1) {
        const sx = ((s % edges) + 0.5) / edges - 0.5;
        const sy = (Math.floor(s / edges) + 0.5) / edges - 0.5;
        // Turned a little, so that near-horizontal and near-vertical edges get every step.
        const qx = x + 0.5 + sx * 0.92 - sy * 0.4;
        const qy = y + 0.5 + sy * 0.92 + sx * 0.4;
        const gx = (qx / width) * map.width - 0.5;
        const gy = (qy / height) * map.height - 0.5;
        shade(tracer, map, ray(qx, qy), gx, gy, sx, sy, colour);
        for (let k = 0; k < 3; k += 1) linear[i + k]! += Math.min(colour[k]!, 8) * share;
      }
    }
  }
  return linear;
}

const albedo = new Float64Array(3);

function shade(
  tracer: Tracer,
  map: LightMap,
  d: Float64Array,
  gx: number,
  gy: number,
  jx: number,
  jy: number,
  out: Float64Array,
): void {
  const { scene, p, n } = tracer;
  let dx = d[0]!;
  let dy = d[1]!;
  let dz = d[2]!;
  let ox = scene.camera.at[0];
  let oy = scene.camera.at[1];
  let oz = scene.camera.at[2];
  let seen = tracer.meet(ox, oy, oz, dx, dy, dz);
  let tint = 1;
  if (seen && tracer.material.mirror) {
    const k = 2 * (dx * n[0]! + dy * n[1]! + dz * n[2]!);
    dx -= k * n[0]!;
    dy -= k * n[1]!;
    dz -= k * n[2]!;
    ox = p[0]!;
    oy = p[1]!;
    oz = p[2]!;
    tint = 0.9;
    seen = tracer.meet(ox, oy, oz, dx, dy, dz);
  }
  if (!seen) {
    surroundings(scene, ox, oy, oz, dx, dy, dz, out);
    return;
  }
  const { gloss, rough, metal, glow, texture } = tracer.material;
  texture(asPoint(p), asPoint(n), scene.pieces[tracer.piece]!, albedo);
  if (glow > 0) {
    for (let k = 0; k < 3; k += 1) out[k] = albedo[k]! * glow;
    return;
  }
  const known = gather(map, tracer, gx, gy, gloss > 0);
  const sun = sunlight(tracer, p[0]!, p[1]!, p[2]!, n[0]!, n[1]!, n[2]!, jx, jy);
  const facing = Math.min(1, Math.abs(dx * n[0]! + dy * n[1]! + dz * n[2]!));
  const grazing = (1 - facing) ** 5 * (1 - rough * 0.8);
  const fresnel = gloss === 0 ? 0 : gloss + (1 - gloss) * grazing;
  if (!known) {
    const random = seededRandom(hash3(gx * 1000, gy * 1000, scene.seed));
    lightHere(tracer, random, Float64Array.of(dx, dy, dz), falling, mirrored);
  }
  for (let k = 0; k < 3; k += 1) {
    const light = falling[k]! + (sun > 0 ? scene.sun!.colour[k]! * sun : 0);
    const own = metal ? 0.15 : 1 - fresnel;
    const coat = fresnel * (metal ? albedo[k]! : 1);
    out[k] = (albedo[k]! * light * own + mirrored[k]! * coat) * tint;
  }
}
