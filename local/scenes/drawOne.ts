import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeScene } from './compose';
import type { Phase } from './describe';
import { fullSize, writeHero, writePicture, writeThumb } from './encode';
import { pictureName, thumbFile } from './manifest';
import { renderScene } from './render/picture';
import { WORKS } from './works';

/** What one process draws. */
export interface Order {
  work: string;
  view: number;
  phase: Phase;
  /** Pixels across; narrower than the full size is a draft, enlarged. */
  width: number;
}

/** Where pictures go. */
export interface Folders {
  pictures: string;
  hero: string;
  /** Kept out of git: lossless pictures, for the social picture. */
  masters: string;
}

/** Draws and encodes one picture of one work, and what is made from it. Throws for an unknown view. */
export async function drawOne(order: Order, folders: Folders): Promise<void> {
  const work = WORKS.find(({ id }) => id === order.work);
  const camera = work?.scene.views[order.view];
  if (work === undefined || camera === undefined) {
    throw new Error(`No view ${order.view} of ${order.work}.`);
  }
  const scene = composeScene(work.scene, order.phase, camera);
  const quality = { samples: 3, coarse: order.width >= 1200 ? 4 : 2, edges: 2 };
  const picture = renderScene(scene, order.width, (order.width * 3) / 4, quality);
  const image = await fullSize(picture);
  const { pictures, hero, masters } = folders;
  for (const folder of [pictures, hero, masters]) await mkdir(folder, { recursive: true });
  const name = pictureName(work, order.view, order.phase);
  await writeFile(join(masters, `${name}.png`), image);
  await writePicture(image, pictures, name);
  if (order.view !== 0) return;
  if (order.phase === 'after') await writeThumb(image, join(pictures, thumbFile(work)));
  if (work === WORKS[0]) await writeHero(image, hero, order.phase);
}

// Started by draw.ts with an order and the folders as arguments.
const [, script, order, folders] = process.argv;
if (script?.endsWith('drawOne.ts') === true && order !== undefined && folders !== undefined) {
  await drawOne(JSON.parse(order) as Order, JSON.parse(folders) as Folders);
}
