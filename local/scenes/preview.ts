import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { composeScene } from './compose';
import { renderScene } from './render/picture';
import { WORKS } from './works';

// Draws small pictures into a folder, to look at while a scene is designed: preview.ts FOLDER WIDTH [WORK [VIEW]]
const [folder = '.local/scenes', size = '480', only = '', view] = process.argv.slice(2);
const width = Number(size);
const height = (width * 3) / 4;
await mkdir(folder, { recursive: true });
for (const work of WORKS.filter(({ id }) => id.includes(only))) {
  for (const [i, camera] of work.scene.views.entries()) {
    if (view !== undefined && String(i) !== view) continue;
    for (const phase of ['before', 'after'] as const) {
      const scene = composeScene(work.scene, phase, camera);
      const { pixels } = renderScene(scene, width, height, { samples: 3, coarse: 2, edges: 2 });
      const file = `${folder}/${work.id}-${i}-${phase}.png`;
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .png()
        .toFile(file);
      console.log(file);
    }
  }
}
