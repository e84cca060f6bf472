/** The README's picture: the landing page on a desktop and on a phone, side by side. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const WIDTH = 1600;
const HEIGHT = 900;
const GROUND = '#e6dfd2';
const DESKTOP = { left: 70, top: 90, width: 1120, height: 720 };
const PHONE = { left: 1270, top: 150, width: 270, height: 584 };

/** Makes `landing.png` in `target` from the pictures that `npm run screens` has left in `source`. */
export async function writeReadmePicture(source: string, target: string): Promise<void> {
  const screen = async (device: string, box: typeof PHONE, radius: number) => {
    const picture = await readFile(join(source, `landing-${device}-light.png`));
    const corners = Buffer.from(
      `<svg width="${box.width}" height="${box.height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`,
    );
    const input = await sharp(picture)
      .resize(box.width, box.height, { fit: 'cover', position: 'top' })
      .composite([{ input: corners, blend: 'dest-in' }])
      .png()
      .toBuffer();
    return { input, left: box.left, top: box.top };
  };
  const ground = Buffer.from(
    `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
      <filter id="soft"><feGaussianBlur stdDeviation="22"/></filter>
      <rect width="100%" height="100%" fill="${GROUND}"/>
      ${[DESKTOP, PHONE]
        .map(
          ({ left, top, width, height }) =>
            `<rect x="${left}" y="${top + 14}" width="${width}" height="${height}" rx="20" fill="#31261a" opacity=".35" filter="url(#soft)"/>`,
        )
        .join('')}
      <rect x="${PHONE.left - 9}" y="${PHONE.top - 9}" width="${PHONE.width + 18}" height="${PHONE.height + 18}" rx="40" fill="#1f2a28"/>
    </svg>`,
  );
  await sharp(ground)
    .composite([await screen('desktop', DESKTOP, 14), await screen('phone', PHONE, 31)])
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(target, 'landing.png'));
}
