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
//   --draft       at half the size, enlarged: quick, for a look
//   --icons       icons and social picture only, from the pictures drawn last
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
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

const orders: Order[] = WORKS.filter(
  ({ id }) => !values.icons && id.includes(values.only ?? ''),
).flatMap((work) =>
  work.scene.views.flatMap((_, view) =>
    (['after', 'before'] as const).map((phase) => ({
      work: work.id,
      view,
      phase,
      width: values.draft ? FULL.width / 2 : FULL.width,
    })),
  ),
);

/** Takes orders off the list until none are left, each in a process of its own. */
async function draughtsman(): Promise<void> {
  for (let order = orders.shift(); order !== undefined; order = orders.shift()) {
    const child = fork(path('./drawOne.ts'), [JSON.stringify(order), JSON.stringify(folders)]);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Drawing ${order.work} (${order.phase}) ended with ${code}.`);
    console.log(`${order.work} ${order.view + 1} ${order.phase}`);
  }
}

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, draughtsman));
await writeFile(
  `${folders.pictures}/manifest.json`,
  `${JSON.stringify(buildManifest(WORKS), null, 2)}\n`,
);
await writeBrand(path('../../public'), folders.masters);
