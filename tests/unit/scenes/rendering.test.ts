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

/** Every triangle but the handles', as its material's name and its nine coordinates. */
function shape(of: Work, phase: Phase): string[] {
  const { mesh, names } = composeScene(of.scene, phase, of.scene.views[0]!);
  return mesh.materials.flatMap((material, i) =>
    names[material] === 'hardware'
      ? []
      : [`${names[material]} ${mesh.positions.slice(i * 9, i * 9 + 9).join(' ')}`],
  );
}

/** The share of rays through a small picture that meet something. */
function covered(of: Work, view: number): number {
  const scene = composeScene(of.scene, 'after', of.scene.views[view]!);
  const tracer = new Tracer(scene);
  const ray = lens(scene.camera, 32, 24);
  const met = Array.from({ length: 32 * 24 }, (_, i) => {
    const d = ray((i % 32) + 0.5, Math.floor(i / 32) + 0.5);
    return tracer.meet(...scene.camera.at, d[0]!, d[1]!, d[2]!);
  });
  return met.filter(Boolean).length / met.length;
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

  it.each(WORKS.map((w) => [w.id, w] as const))(
    'keeps every edge of %s in place from before to after, but for the handles',
    (_id, of) => {
      const before = shape(of, 'before');
      expect(before.length).toBeGreaterThan(1000);
      expect(shape(of, 'after')).toEqual(before);
    },
  );

  it.each(WORKS.flatMap((w) => w.scene.views.map((_, view) => [w.id, view, w] as const)))(
    'stands the camera of %s (view %i) in the room',
    (_id, view, of) => {
      expect(covered(of, view)).toBeGreaterThan(0.85);
    },
  );
});
