import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureName } from './manifest';
import { badge, mark, shortcut } from './mark';
import { WORKS } from './works';

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();

/** An ICO file with one PNG inside (as every browser since IE 11 reads). */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, image]);
}

/** Writes favicon, icons and the social picture into the public folder. */
export async function writeBrand(folder: string, masters: string): Promise<void> {
  const icons = join(folder, 'icons');
  await mkdir(icons, { recursive: true });
  await writeFile(join(folder, 'favicon.svg'), `${mark('rounded')}\n`);
  await writeFile(join(folder, 'favicon.ico'), ico(await png(mark('rounded'), 32), 32));
  for (const size of [192, 512]) {
    await writeFile(join(icons, `icon-${size}.png`), await png(mark('rounded'), size));
    await writeFile(join(icons, `maskable-${size}.png`), await png(mark('full'), size));
  }
  const touch = await sharp(await png(mark('full'), 180))
    .flatten({ background: '#2F4A43' })
    .png()
    .toBuffer();
  await writeFile(join(icons, 'apple-touch-icon.png'), touch);
  await writeFile(join(icons, 'badge-96.png'), await png(badge(), 96));
  await writeFile(join(icons, 'shortcut-request.png'), await png(shortcut('request'), 96));
  await writeFile(join(icons, 'shortcut-gallery.png'), await png(shortcut('gallery'), 96));
  await writeFile(join(folder, 'og.jpg'), await social(masters));
}

/** 1200 × 630: the first work, before on the left and after on the right, with the mark on the seam. */
async function social(masters: string): Promise<Buffer> {
  const work = WORKS[0];
  if (work === undefined) throw new Error('There is no work to make the social picture of.');
  const half = async (phase: 'before' | 'after') => {
    const image = await readFile(join(masters, `${pictureName(work, 0, phase)}.png`));
    return sharp(image)
      .resize(1200, 900)
      .extract({ left: 0, top: 120, width: 1200, height: 630 })
      .toBuffer();
  };
  const before = await sharp(await half('before'))
    .extract({ left: 0, top: 0, width: 600, height: 630 })
    .toBuffer();
  const seam = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect x="597" width="6" height="630" fill="#F6F2EA"/><circle cx="600" cy="315" r="86" fill="#F6F2EA"/></svg>`,
  );
  return sharp(await half('after'))
    .composite([
      { input: before, left: 0, top: 0 },
      { input: seam, left: 0, top: 0 },
      { input: await png(mark('rounded'), 112), left: 544, top: 259 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
