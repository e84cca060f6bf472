import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { composeScene } from '../../../local/scenes/compose';
import type { Phase, Work } from '../../../local/scenes/describe';
import { renderScene, type Picture } from '../../../local/scenes/render/picture';
import { lens, Tracer } from '../../../local/scenes/render/tracer';
import { WORKS } from '../../../local/scenes/works';

const work = WORKS.find(({ id }) => id === 'birch-court-vanity')!;
const QUALITY = { samples: 1, coarse: 2, edges: 1 };

function draw(of: Work, phase: Phase, seed = of.scene.seed): Picture {
  return renderScene(
    composeScene({ ...of.scene, seed }, phase, of.scene.views[0]!),
    48,
    36,
    QUALITY,
  );
}

const fingerprint = (picture: Picture) => createHash('sha256').update(picture.pixels).digest('hex');

/** Per pixel: how far the camera sees, and of what; handles are looked through by name. */
function depths(of: Work, phase: Phase, view: number): { distance: number; hardware: boolean }[] {
  const scene = composeScene(of.scene, phase, of.scene.views[view]!);
  const tracer = new Tracer(scene);
  const ray = lens(scene.camera, 64, 48);
  const [x, y, z] = scene.camera.at;
  return Array.from({ length: 64 * 48 }, (_, i) => {
    const d = ray((i % 64) + 0.5, Math.floor(i / 64) + 0.5);
    const hit = tracer.meet(x, y, z, d[0]!, d[1]!, d[2]!);
    return { distance: hit ? tracer.bvh.hit.distance : 99, hardware: hit && tracer.material.metal };
  });
}

describe('the scene generator', () => {
  it('draws the same bytes for the same seed', () => {
    expect(fingerprint(draw(work, 'after'))).toBe(fingerprint(draw(work, 'after')));
  });

  it('draws another picture for another seed', () => {
    expect(fingerprint(draw(work, 'after'))).not.toBe(fingerprint(draw(work, 'after', 1)));
  });

  it('makes the after brighter than the before', () => {
    const mean = ({ pixels }: Picture) => pixels.reduce((sum, v) => sum + v, 0) / pixels.length;
    expect(mean(draw(work, 'after'))).toBeGreaterThan(mean(draw(work, 'before')) + 20);
  });

  it.each(WORKS.flatMap((w) => w.scene.views.map((_, view) => [w.id, view] as const)))(
    'keeps every edge of %s (view %i) in place from before to after, but for handles',
    (id, view) => {
      const of = WORKS.find((w) => w.id === id)!;
      const before = depths(of, 'before', view);
      const after = depths(of, 'after', view);
      const moved = before.filter((b, i) => {
        const a = after[i]!;
        return !a.hardware && !b.hardware && Math.abs(a.distance - b.distance) > 0.045;
      });
      expect(moved.length).toBe(0);
      expect(before.filter(({ distance }) => distance < 20).length).toBeGreaterThan(64 * 48 * 0.85);
    },
  );
});
