import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeBrand } from './brand';
import type { Folders, Order } from './drawOne';
import { buildManifest, FULL } from './manifest';
import { WORKS } from './works';

// Draws the sample works, the landing's pair, the icons and the social picture.
//   --only TEXT   only works whose id contains the text
//   --draft       at a quarter of the size, enlarged: quick, for a look
//   --icons       icons and social picture only, from the pictures drawn last
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    draft: { type: 'boolean', default: false },
    icons: { type: 'boolean', default: false },
  },
});

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const folders: Folders = {
  pictures: path('../seed/pictures'),
  hero: path('../../public/hero'),
  masters: path('../../.local/masters'),
};

const width = values.draft ? FULL.width / 4 : FULL.width;
const chosen = values.icons ? [] : WORKS.filter(({ id }) => id.includes(values.only));
const orders: Order[] = chosen.flatMap(({ id, scene }) =>
  scene.views.flatMap((_, view) => [
    { work: id, view, phase: 'after', width } as const,
    { work: id, view, phase: 'before', width } as const,
  ]),
);

/** Takes orders off the list until none are left, each in a process of its own. */
async function draw(): Promise<void> {
  for (let order = orders.shift(); order !== undefined; order = orders.shift()) {
    const child = fork(path('./drawOne.ts'), [JSON.stringify(order), JSON.stringify(folders)]);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Drawing ${order.work} (${order.phase}) ended with ${code}.`);
    console.log(`${order.work} ${order.view + 1} ${order.phase}`);
  }
}

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, draw));
const manifest = JSON.stringify(buildManifest(WORKS), null, 2);
await writeFile(`${folders.pictures}/manifest.json`, `${manifest}\n`);
await writeBrand(path('../../public'), folders.masters);
