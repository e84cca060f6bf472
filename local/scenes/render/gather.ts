import type { LightMap } from './irradiance';
import type { Tracer } from './tracer';

/** Light falling on, and mirrored by, the surface asked about last. */
export const falling = new Float64Array(3);
export const mirrored = new Float64Array(3);

const ENOUGH = 0.02;

/** A rough guess of how much light a direction gets, to tell a bevel from the face beside it. */
function exposure(nx: number, ny: number, nz: number): number {
  return 0.55 + 0.28 * Math.max(0, ny) + 0.2 * nz - 0.16 * nx - 0.12 * Math.max(0, -ny);
}

/**
 * Reads the light grid between its pixels, from places on the same surface. Answers false where there are
 * next to none (a narrow edge, a gap between two doors): what is read then is a guess.
 */
export function gather(
  map: LightMap,
  tracer: Tracer,
  gx: number,
  gy: number,
  glossy: boolean,
): boolean {
  const { width, height, position, normal, material } = map;
  const { p, n, materialIndex } = tracer;
  const px = p[0]!;
  const py = p[1]!;
  const pz = p[2]!;
  const nx = n[0]!;
  const ny = n[1]!;
  const nz = n[2]!;
  falling.fill(0);
  mirrored.fill(0);
  let total = 0;
  let totalMirrored = 0;
  const here = exposure(nx, ny, nz);
  const fx = Math.floor(gx);
  const fy = Math.floor(gy);
  for (let reach = 0; reach <= 1 && total < ENOUGH; reach += 1) {
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
        const away = (ox * nx + oy * ny + oz * nz) / 0.002;
        const alike = nx * normal[x]! + ny * normal[x + 1]! + nz * normal[x + 2]!;
        const near = 1 / (1 + away * away);
        const w = wx * wy * ((alike > 0.9 ? alike * near : 1e-3 * near) + 1e-7);
        const k = (w * here) / exposure(normal[x]!, normal[x + 1]!, normal[x + 2]!);
        falling[0]! += map.falling[x]! * k;
        falling[1]! += map.falling[x + 1]! * k;
        falling[2]! += map.falling[x + 2]! * k;
        total += w;
        if (glossy && material[j] === materialIndex) {
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
  return total >= ENOUGH;
}
