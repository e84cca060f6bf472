import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureName } from './manifest';
import { badge, mark, shortcut } from './mark';
import { WORKS } from './works';

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An ICO file with one PNG inside, which every browser still in use reads. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, image]);
}

/** Writes favicon, icons and the social picture into the public folder; needs the first work's masters. */
export async function writeBrand(folder: string, masters: string): Promise<void> {
  const icons = join(folder, 'icons');
  await mkdir(icons, { recursive: true });
  await writeFile(join(folder, 'favicon.svg'), `${mark('rounded')}\n`);
  await writeFile(join(folder, 'favicon.ico'), ico(await png(mark('rounded'), 32), 32));
  const files: readonly (readonly [string, string, number])[] = [
    ['icon-192', mark('rounded'), 192],
    ['icon-512', mark('rounded'), 512],
    ['maskable-192', mark('full'), 192],
    ['maskable-512', mark('full'), 512],
    ['apple-touch-icon', mark('full'), 180],
    ['badge-96', badge(), 96],
    ['shortcut-request', shortcut('request'), 96],
    ['shortcut-gallery', shortcut('gallery'), 96],
  ];
  for (const [name, svg, size] of files) {
    await writeFile(join(icons, `${name}.png`), await png(svg, size));
  }
  await writeFile(join(folder, 'og.jpg'), await social(masters));
}

/** 1200 × 630: the first work, before on the left and after on the right, with the mark on the seam. */
async function social(masters: string): Promise<Buffer> {
  const [work] = WORKS;
  if (work === undefined) throw new Error('There is no work to make the social picture of.');
  const side = async (phase: 'before' | 'after') =>
    sharp(await readFile(join(masters, `${pictureName(work, 0, phase)}.png`)))
      .resize(1200, 900)
      .extract({ left: 0, top: 130, width: 1200, height: 630 })
      .toBuffer();
  const before = await sharp(await side('before'))
    .extract({ left: 0, top: 0, width: 600, height: 630 })
    .toBuffer();
  const seam = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect x="597" width="6" height="630" fill="#F6F2EA"/><rect x="528" y="243" width="144" height="144" rx="33" fill="#F6F2EA"/></svg>`;
  return sharp(await side('after'))
    .composite([
      { input: before, left: 0, top: 0 },
      { input: Buffer.from(seam), left: 0, top: 0 },
      { input: await png(mark('rounded'), 128), left: 536, top: 251 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
