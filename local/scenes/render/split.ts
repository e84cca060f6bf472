import type { Mesh } from './mesh';

const BINS = 12;

/** Where to divide a group of triangles: those whose doubled centre lies below `at` go left. */
export interface Split {
  axis: number;
  at: number;
}

/** Six numbers per triangle: lowest and highest corner. */
export function triangleBoxes(mesh: Mesh): Float64Array {
  const boxes = new Float64Array(mesh.triangles * 6);
  for (let t = 0; t < mesh.triangles; t += 1) {
    for (let k = 0; k < 3; k += 1) {
      const a = mesh.positions[t * 9 + k]!;
      const b = mesh.positions[t * 9 + 3 + k]!;
      const c = mesh.positions[t * 9 + 6 + k]!;
      boxes[t * 6 + k] = Math.min(a, b, c);
      boxes[t * 6 + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}

/** The cheapest division by the surface-area heuristic, over a few bins per axis. */
export function bestSplit(
  order: Int32Array,
  start: number,
  end: number,
  boxes: Float64Array,
  low: readonly number[],
  high: readonly number[],
): Split | undefined {
  let best: Split | undefined;
  let bestCost = Infinity;
  for (let axis = 0; axis < 3; axis += 1) {
    const width = (high[axis]! - low[axis]!) / BINS;
    if (width < 1e-9) continue;
    const counts = new Int32Array(BINS);
    const extents = new Float64Array(BINS * 6);
    for (let i = 0; i < BINS * 6; i += 1) extents[i] = i % 6 < 3 ? Infinity : -Infinity;
    for (let i = start; i < end; i += 1) {
      const b = order[i]! * 6;
      const centre = boxes[b + axis]! + boxes[b + 3 + axis]!;
      const bin = Math.min(BINS - 1, Math.floor((centre - low[axis]!) / width));
      counts[bin]! += 1;
      grow(extents, bin * 6, boxes, b);
    }
    for (let cut = 1; cut < BINS; cut += 1) {
      const cost = sideCost(counts, extents, 0, cut) + sideCost(counts, extents, cut, BINS);
      if (cost < bestCost) {
        bestCost = cost;
        best = { axis, at: low[axis]! + width * cut };
      }
    }
  }
  return best;
}

function grow(into: Float64Array, at: number, from: Float64Array, b: number): void {
  for (let k = 0; k < 3; k += 1) {
    into[at + k] = Math.min(into[at + k]!, from[b + k]!);
    into[at + 3 + k] = Math.max(into[at + 3 + k]!, from[b + 3 + k]!);
  }
}

function sideCost(counts: Int32Array, extents: Float64Array, from: number, to: number): number {
  const box = Float64Array.from([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  let count = 0;
  for (let bin = from; bin < to; bin += 1) {
    if (counts[bin] === 0) continue;
    count += counts[bin]!;
    grow(box, 0, extents, bin * 6);
  }
  if (count === 0) return Infinity;
  const x = box[3]! - box[0]!;
  const y = box[4]! - box[1]!;
  const z = box[5]! - box[2]!;
  return count * (x * y + y * z + z * x);
}
