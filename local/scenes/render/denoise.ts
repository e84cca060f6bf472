import type { LightMap } from './irradiance';

const KERNEL = [0.375, 0.25, 0.0625] as const;

/** Smooths light along surfaces but never across edges: à-trous passes guided by position and normal. */
export function smoothLight(
  map: LightMap,
  channel: 'falling' | 'mirrored',
  passes: number,
  rough: (material: number) => number,
): void {
  let from = map[channel];
  let into: Float32Array = new Float32Array(from.length);
  for (let pass = 0; pass < passes; pass += 1) {
    onePass(map, from, into, 1 << pass, rough, channel === 'mirrored' ? 0.9 : 0.55);
    [from, into] = [into, from];
  }
  map[channel] = from;
}

function onePass(
  map: LightMap,
  from: Float32Array,
  into: Float32Array,
  step: number,
  rough: (material: number) => number,
  tolerance: number,
): void {
  const { width, height, position, normal, material } = map;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const own = material[i]!;
      if (own < 0) continue;
      // A polished surface keeps its reflections sharp.
      if (rough(own) < 0.02 * step) {
        into.set(from.subarray(i * 3, i * 3 + 3), i * 3);
        continue;
      }
      const px = position[i * 3]!;
      const py = position[i * 3 + 1]!;
      const pz = position[i * 3 + 2]!;
      const nx = normal[i * 3]!;
      const ny = normal[i * 3 + 1]!;
      const nz = normal[i * 3 + 2]!;
      const bright = from[i * 3]! + from[i * 3 + 1]! + from[i * 3 + 2]!;
      let r = 0;
      let g = 0;
      let b = 0;
      let total = 0;
      for (let ky = -2; ky <= 2; ky += 1) {
        const sy = y + ky * step;
        if (sy < 0 || sy >= height) continue;
        for (let kx = -2; kx <= 2; kx += 1) {
          const sx = x + kx * step;
          if (sx < 0 || sx >= width) continue;
          const j = sy * width + sx;
          if (material[j]! < 0) continue;
          const alike = nx * normal[j * 3]! + ny * normal[j * 3 + 1]! + nz * normal[j * 3 + 2]!;
          if (alike < 0.8) continue;
          const ox = position[j * 3]! - px;
          const oy = position[j * 3 + 1]! - py;
          const oz = position[j * 3 + 2]! - pz;
          const away = Math.abs(ox * nx + oy * ny + oz * nz);
          // Another plane in parallel (a panel behind its frame) has a light of its own.
          if (away > 0.006 && away > Math.sqrt(ox * ox + oy * oy + oz * oz) * 0.25) continue;
          const other = from[j * 3]! + from[j * 3 + 1]! + from[j * 3 + 2]!;
          const contrast = Math.abs(other - bright) / (tolerance * (bright + other) + 0.02);
          const near = KERNEL[Math.abs(kx)]! * KERNEL[Math.abs(ky)]!;
          const w = (near * alike ** 8) / (1 + contrast * contrast * 4);
          r += from[j * 3]! * w;
          g += from[j * 3 + 1]! * w;
          b += from[j * 3 + 2]! * w;
          total += w;
        }
      }
      into[i * 3] = r / total;
      into[i * 3 + 1] = g / total;
      into[i * 3 + 2] = b / total;
    }
  }
}
