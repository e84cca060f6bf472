import type { Mesh } from './mesh';
import { bestSplit, triangleBoxes } from './split';

const LEAF = 4;

/** The nearest hit of the last `trace`. */
export interface Hit {
  distance: number;
  triangle: number;
  u: number;
  v: number;
}

/** A bounding volume hierarchy over triangles: answers "what does this ray meet first?". */
export class Bvh {
  readonly hit: Hit = { distance: Infinity, triangle: -1, u: 0, v: 0 };
  private readonly bounds: Float64Array;
  /** Per node: right child (inner) or first triangle (leaf); triangle count (0 = inner); split axis. */
  private readonly links: Int32Array;
  private readonly order: Int32Array;
  private readonly corners: Float64Array;
  private readonly stack = new Int32Array(128);
  private nodes = 0;

  constructor(mesh: Mesh) {
    const count = mesh.triangles;
    this.bounds = new Float64Array(count * 12 + 12);
    this.links = new Int32Array(count * 6 + 6);
    this.order = Int32Array.from({ length: count }, (_, i) => i);
    this.build(0, count, triangleBoxes(mesh));
    this.corners = new Float64Array(count * 9);
    for (let i = 0; i < count; i += 1) {
      const from = this.order[i]! * 9;
      for (let k = 0; k < 3; k += 1) {
        const a = mesh.positions[from + k]!;
        this.corners[i * 9 + k] = a;
        this.corners[i * 9 + 3 + k] = mesh.positions[from + 3 + k]! - a;
        this.corners[i * 9 + 6 + k] = mesh.positions[from + 6 + k]! - a;
      }
    }
  }

  private build(start: number, end: number, boxes: Float64Array): number {
    const node = this.nodes;
    this.nodes += 1;
    const { bounds, links, order } = this;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const centreLow = [Infinity, Infinity, Infinity];
    const centreHigh = [-Infinity, -Infinity, -Infinity];
    for (let i = start; i < end; i += 1) {
      const b = order[i]! * 6;
      for (let k = 0; k < 3; k += 1) {
        low[k] = Math.min(low[k]!, boxes[b + k]!);
        high[k] = Math.max(high[k]!, boxes[b + 3 + k]!);
        const centre = boxes[b + k]! + boxes[b + 3 + k]!;
        centreLow[k] = Math.min(centreLow[k]!, centre);
        centreHigh[k] = Math.max(centreHigh[k]!, centre);
      }
    }
    bounds.set([...low, ...high], node * 6);
    const split =
      end - start > LEAF ? bestSplit(order, start, end, boxes, centreLow, centreHigh) : undefined;
    if (split === undefined) {
      links.set([start, end - start, 0], node * 3);
      return node;
    }
    let middle = start;
    for (let i = start; i < end; i += 1) {
      const t = order[i]!;
      if (boxes[t * 6 + split.axis]! + boxes[t * 6 + 3 + split.axis]! < split.at) {
        order[i] = order[middle]!;
        order[middle] = t;
        middle += 1;
      }
    }
    if (middle === start || middle === end) middle = (start + end) >> 1;
    this.build(start, middle, boxes);
    const right = this.build(middle, end, boxes);
    links.set([right, 0, split.axis], node * 3);
    return node;
  }

  /** Finds the nearest triangle; the answer is in `hit`. */
  trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    return this.walk(ox, oy, oz, dx, dy, dz, 1e9, false);
  }

  /** Whether anything stands in the way within `limit` metres. */
  blocked(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
  ): boolean {
    return this.walk(ox, oy, oz, dx, dy, dz, limit, true);
  }

  /** Slab test per node, Möller–Trumbore per triangle; numbers only, since this is where the time goes. */
  private walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
    any: boolean,
  ): boolean {
    const { bounds, links, corners, stack, order } = this;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let nearest = limit;
    let found = -1;
    let fu = 0;
    let fv = 0;
    let depth = 0;
    let node = 0;
    for (;;) {
      const b = node * 6;
      const x0 = (bounds[b]! - ox) * ix;
      const x1 = (bounds[b + 3]! - ox) * ix;
      const y0 = (bounds[b + 1]! - oy) * iy;
      const y1 = (bounds[b + 4]! - oy) * iy;
      const z0 = (bounds[b + 2]! - oz) * iz;
      const z1 = (bounds[b + 5]! - oz) * iz;
      let near = x0 < x1 ? x0 : x1;
      let far = x0 < x1 ? x1 : x0;
      const ny = y0 < y1 ? y0 : y1;
      const fy = y0 < y1 ? y1 : y0;
      if (ny > near) near = ny;
      if (fy < far) far = fy;
      const nz = z0 < z1 ? z0 : z1;
      const fz = z0 < z1 ? z1 : z0;
      if (nz > near) near = nz;
      if (fz < far) far = fz;
      let next = -1;
      if (near <= far && far >= 0 && near < nearest) {
        const l = node * 3;
        const count = links[l + 1]!;
        if (count === 0) {
          const axis = links[l + 2]!;
          const backwards = axis === 0 ? dx < 0 : axis === 1 ? dy < 0 : dz < 0;
          next = backwards ? links[l]! : node + 1;
          stack[depth] = backwards ? node + 1 : links[l]!;
          depth += 1;
        } else {
          const first = links[l]!;
          for (let i = first; i < first + count; i += 1) {
            const c = i * 9;
            const e1x = corners[c + 3]!;
            const e1y = corners[c + 4]!;
            const e1z = corners[c + 5]!;
            const e2x = corners[c + 6]!;
            const e2y = corners[c + 7]!;
            const e2z = corners[c + 8]!;
            const px = dy * e2z - dz * e2y;
            const py = dz * e2x - dx * e2z;
            const pz = dx * e2y - dy * e2x;
            const det = e1x * px + e1y * py + e1z * pz;
            if (det > -1e-14 && det < 1e-14) continue;
            const inv = 1 / det;
            const tx = ox - corners[c]!;
            const ty = oy - corners[c + 1]!;
            const tz = oz - corners[c + 2]!;
            const u = (tx * px + ty * py + tz * pz) * inv;
            if (u < 0 || u > 1) continue;
            const qx = ty * e1z - tz * e1y;
            const qy = tz * e1x - tx * e1z;
            const qz = tx * e1y - ty * e1x;
            const v = (dx * qx + dy * qy + dz * qz) * inv;
            if (v < 0 || u + v > 1) continue;
            const t = (e2x * qx + e2y * qy + e2z * qz) * inv;
            if (t > 1e-5 && t < nearest) {
              if (any) return true;
              nearest = t;
              found = i;
              fu = u;
              fv = v;
            }
          }
        }
      }
      if (next >= 0) {
        node = next;
        continue;
      }
      if (depth === 0) break;
      depth -= 1;
      node = stack[depth]!;
    }
    if (found < 0) return false;
    const { hit } = this;
    hit.distance = nearest;
    hit.triangle = order[found]!;
    hit.u = fu;
    hit.v = fv;
    return true;
  }
}
