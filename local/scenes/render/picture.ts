import { toByte } from '../color';
import { traceLight, type LightMap } from './irradiance';
import { smoothLight } from './denoise';
import { sunlight, surroundings } from './light';
import { develop } from './develop';
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

/** Renders a scene; the same scene and size always give the same bytes. */
export function renderScene(
  scene: Scene,
  width: number,
  height: number,
  quality: Quality,
): Picture {
  const tracer = new Tracer(scene);
  const map = traceLight(
    tracer,
    Math.round(width / quality.coarse),
    Math.round(height / quality.coarse),
    quality.samples,
  );
  const rough = (m: number) => scene.materials[m]?.rough ?? 1;
  smoothLight(map, 'falling', 4, () => 1);
  smoothLight(map, 'mirrored', 3, rough);
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
      let r = 0;
      let g = 0;
      let b = 0;
      for (let s = 0; s < edges * edges; s += 1) {
        const sx = ((s % edges) + 0.5) / edges;
        const sy = (Math.floor(s / edges) + 0.5) / edges;
        // Turned a little, so that near-horizontal and near-vertical edges get every step.
        const qx = x + 0.5 + (sx - 0.5) * 0.92 - (sy - 0.5) * 0.4;
        const qy = y + 0.5 + (sy - 0.5) * 0.92 + (sx - 0.5) * 0.4;
        shade(
          tracer,
          map,
          ray(qx, qy),
          (qx / width) * map.width - 0.5,
          (qy / height) * map.height - 0.5,
          sx - 0.5,
          sy - 0.5,
          colour,
        );
        r += Math.min(colour[0]!, 8);
        g += Math.min(colour[1]!, 8);
        b += Math.min(colour[2]!, 8);
      }
      const i = (y * width + x) * 3;
      linear[i] = r * share;
      linear[i + 1] = g * share;
      linear[i + 2] = b * share;
    }
  }
  return linear;
}

const albedo = new Float64Array(3);
const falling = new Float64Array(3);
const mirrored = new Float64Array(3);

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
  const { scene } = tracer;
  let dx = d[0]!;
  let dy = d[1]!;
  let dz = d[2]!;
  let [ox, oy, oz] = scene.camera.at;
  let seen = tracer.meet(ox, oy, oz, dx, dy, dz);
  let tint = 1;
  if (seen && tracer.material.mirror) {
    const k = 2 * (dx * tracer.n[0]! + dy * tracer.n[1]! + dz * tracer.n[2]!);
    dx -= k * tracer.n[0]!;
    dy -= k * tracer.n[1]!;
    dz -= k * tracer.n[2]!;
    [ox, oy, oz] = asPoint(tracer.p);
    tint = 0.9;
    seen = tracer.meet(ox, oy, oz, dx, dy, dz);
  }
  if (!seen) {
    surroundings(scene, ox, oy, oz, dx, dy, dz, out);
    return;
  }
  const { material } = tracer;
  material.texture(asPoint(tracer.p), asPoint(tracer.n), scene.pieces[tracer.piece]!, albedo);
  if (material.glow > 0) {
    for (let k = 0; k < 3; k += 1) out[k] = albedo[k]! * material.glow;
    return;
  }
  gather(map, tracer, gx, gy, material.gloss > 0);
  const sun = sunlight(
    tracer,
    tracer.p[0]!,
    tracer.p[1]!,
    tracer.p[2]!,
    tracer.n[0]!,
    tracer.n[1]!,
    tracer.n[2]!,
    jx,
    jy,
  );
  const facing = Math.min(1, Math.abs(dx * tracer.n[0]! + dy * tracer.n[1]! + dz * tracer.n[2]!));
  const fresnel =
    material.gloss === 0
      ? 0
      : material.gloss + (1 - material.gloss) * (1 - facing) ** 5 * (1 - material.rough * 0.8);
  for (let k = 0; k < 3; k += 1) {
    const light = falling[k]! + (sun > 0 ? scene.sun!.colour[k]! * sun : 0);
    const own = material.metal ? 0.15 : 1 - fresnel;
    const coat = fresnel * (material.metal ? albedo[k]! : 1);
    out[k] = (albedo[k]! * light * own + mirrored[k]! * coat) * tint;
  }
}

/** A rough guess of how much light a direction gets, to tell a bevel from the face beside it. */
function exposure(nx: number, ny: number, nz: number): number {
  return 0.55 + 0.28 * Math.max(0, ny) + 0.2 * nz - 0.16 * nx - 0.12 * Math.max(0, -ny);
}

/** Reads the light grid between its pixels, only from places on the same surface where there are any. */
function gather(map: LightMap, tracer: Tracer, gx: number, gy: number, glossy: boolean): void {
  const { width, height, position, normal, material } = map;
  const [px, py, pz] = tracer.p as unknown as [number, number, number];
  const [nx, ny, nz] = tracer.n as unknown as [number, number, number];
  const own = tracer.materialIndex;
  falling.fill(0);
  mirrored.fill(0);
  let total = 0;
  let totalMirrored = 0;
  const here = exposure(nx, ny, nz);
  const fx = Math.floor(gx);
  const fy = Math.floor(gy);
  for (let reach = 0; reach <= 2 && total < 0.02; reach += 1) {
    for (let sy = fy - reach; sy <= fy + 1 + reach; sy += 1) {
      if (sy < 0 || sy >= height) continue;
      const wy = Math.max(0.02, 1 - Math.abs(gy - sy) / (1 + reach));
      for (let sx = fx - reach; sx <= fx + 1 + reach; sx += 1) {
        if (sx < 0 || sx >= width) continue;
        const j = sy * width + sx;
        if (material[j]! < 0) continue;
        const wx = Math.max(0.02, 1 - Math.abs(gx - sx) / (1 + reach));
        const x = j * 3;
        const ox = position[x]! - px;
        const oy = position[x + 1]! - py;
        const oz = position[x + 2]! - pz;
        const away = Math.abs(ox * nx + oy * ny + oz * nz);
        const alike = nx * normal[x]! + ny * normal[x + 1]! + nz * normal[x + 2]!;
        const near = 1 / (1 + (away / 0.002) ** 2);
        const w = wx * wy * (alike > 0.9 ? alike * near : 1e-3 * near) + 1e-7 * wx * wy;
        const k = (w * here) / exposure(normal[x]!, normal[x + 1]!, normal[x + 2]!);
        falling[0]! += map.falling[x]! * k;
        falling[1]! += map.falling[x + 1]! * k;
        falling[2]! += map.falling[x + 2]! * k;
        total += w;
        if (glossy && material[j] === own) {
          const m = w + 1e-6;
          mirrored[0]! += map.mirrored[x]! * m;
          mirrored[1]! += map.mirrored[x + 1]! * m;
          mirrored[2]! += map.mirrored[x + 2]! * m;
          totalMirrored += m;
        }
      }
    }
  }
  if (total > 0) for (let k = 0; k < 3; k += 1) falling[k]! /= total;
  if (totalMirrored > 0) for (let k = 0; k < 3; k += 1) mirrored[k]! /= totalMirrored;
  else mirrored.set(falling);
}
