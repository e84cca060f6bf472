import sharp from 'sharp';
import { composeScene } from './compose';
import { renderScene } from './render/picture';
import { WORKS } from './works';

// Draws small pictures into a folder, to look at while a scene is designed: preview.ts FOLDER WIDTH [WORK [VIEW]]
const [folder = '.local/scenes', width = '480', only, view] = process.argv.slice(2);
for (const work of WORKS) {
  if (only !== undefined && !work.id.includes(only)) continue;
  for (const [i, camera] of work.scene.views.entries()) {
    if (view !== undefined && String(i) !== view) continue;
    for (const phase of ['before', 'after'] as const) {
      const started = Date.now();
      const scene = composeScene(work.scene, phase, camera);
      const w = Number(width);
      const picture = renderScene(scene, w, (w * 3) / 4, { samples: 3, coarse: 2, edges: 2 });
      const file = `${folder}/${work.id}-${i}-${phase}.png`;
      await sharp(picture.pixels, { raw: { width: w, height: (w * 3) / 4, channels: 3 } })
        .png()
        .toFile(file);
      console.log(file, scene.mesh.triangles, 'triangles', Date.now() - started, 'ms');
    }
  }
}
