import { describe, expect, it } from 'vitest';
import { between, seededRandom } from '../../../local/scenes/prng';
import { Bvh } from '../../../local/scenes/render/bvh';
import { cross, dot, Mesh, sub, type Point } from '../../../local/scenes/render/mesh';

/** The textbook answer: try every triangle. */
function nearest(
  triangles: readonly (readonly [Point, Point, Point])[],
  o: Point,
  d: Point,
): number {
  let best = Infinity;
  for (const [a, b, c] of triangles) {
    const n = cross(sub(b, a), sub(c, a));
    const t = dot(n, sub(a, o)) / dot(n, d);
    if (!(t > 1e-5) || t >= best) continue;
    const p: Point = [o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t];
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([s, e]) => dot(n, cross(sub(e!, s!), sub(p, s!))) >= 0);
    if (inside) best = t;
  }
  return best;
}

describe('the bounding volume hierarchy', () => {
  it('finds the same nearest triangle as trying all of them', () => {
    const random = seededRandom(7);
    const point = (spread: number): Point => [
      between(random, -spread, spread),
      between(random, -spread, spread),
      between(random, -spread, spread),
    ];
    const mesh = new Mesh();
    const triangles = Array.from({ length: 300 }, () => {
      const at = point(3);
      const corners = [at, sub(at, point(0.7)), sub(at, point(0.7))] as const;
      mesh.triangle(...corners, { material: 0, piece: 0 });
      return corners;
    });
    const bvh = new Bvh(mesh);
    let hits = 0;
    for (let i = 0; i < 400; i += 1) {
      const o = point(4);
      const d = point(1);
      const expected = nearest(triangles, o, d);
      const found = bvh.trace(...o, ...d) ? bvh.hit.distance : Infinity;
      if (expected === Infinity) expect(found).toBe(Infinity);
      else expect(found).toBeCloseTo(expected, 6);
      if (found < Infinity) {
        hits += 1;
        expect(bvh.blocked(...o, ...d, found * 1.001)).toBe(true);
        expect(bvh.blocked(...o, ...d, found * 0.999)).toBe(false);
      }
    }
    expect(hits).toBeGreaterThan(50);
  });
});
