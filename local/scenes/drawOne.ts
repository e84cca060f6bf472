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
  /** Pixels across; narrower than 1600 is a draft, enlarged. */
  width: number;
}

/** Where pictures go. */
export interface Folders {
  pictures: string;
  hero: string;
  /** Kept out of git: lossless pictures, for the social picture. */
  masters: string;
}

/** Draws and encodes one picture of one work, and what is made from it. */
export async function drawOne(order: Order, folders: Folders): Promise<void> {
  const index = WORKS.findIndex(({ id }) => id === order.work);
  const work = WORKS[index];
  const camera = work?.scene.views[order.view];
  if (work === undefined || camera === undefined)
    throw new Error(`No view ${order.view} of ${order.work}.`);
  const scene = composeScene(work.scene, order.phase, camera);
  const coarse = order.width >= 1600 ? 3 : 2;
  const picture = renderScene(scene, order.width, (order.width * 3) / 4, {
    samples: 4,
    coarse,
    edges: 2,
  });
  const image = await fullSize(picture);
  for (const folder of Object.values(folders)) await mkdir(folder as string, { recursive: true });
  const name = pictureName(work, order.view, order.phase);
  await writeFile(join(folders.masters, `${name}.png`), image);
  await writePicture(image, folders.pictures, name);
  if (order.view !== 0) return;
  if (order.phase === 'after') await writeThumb(image, join(folders.pictures, thumbFile(work)));
  if (index === 0) await writeHero(image, folders.hero, order.phase);
}

// Started by draw.ts with an order as its only argument.
const [, script, order, folders] = process.argv;
if (script?.endsWith('drawOne.ts') === true && order !== undefined && folders !== undefined) {
  await drawOne(JSON.parse(order) as Order, JSON.parse(folders) as Folders);
}
