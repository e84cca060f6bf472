import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../tools/seed/index';
import { filesOf } from '../../tools/gallery/workDocument';

const folder = fileURLToPath(new URL('../../tools/seed/pictures/', import.meta.url));
const publicFolder = fileURLToPath(new URL('../../public/', import.meta.url));
const { works } = readManifest();
const listed = [...new Set(works.flatMap(filesOf))];

async function sizeOf(path: string) {
  const { width, height } = await sharp(path).metadata();
  return [width, height];
}

describe('the committed sample pictures', () => {
  it('are exactly the files that the manifest lists, below 5 MB together', async () => {
    const files = [...listed, 'README.md', 'manifest.json'];
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    expect(works).toHaveLength(8);
    const sizes = await Promise.all(listed.map(async (file) => (await stat(folder + file)).size));
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(5 * 1024 * 1024);
  });
});

interface Icon {
  src: string;
  sizes: string;
}

describe('the brand pictures', () => {
  const { icons, screenshots, shortcuts } = JSON.parse(
    readFileSync(`${publicFolder}manifest.webmanifest`, 'utf8'),
  ) as { icons: Icon[]; screenshots: Icon[]; shortcuts: { icons: Icon[] }[] };
  const named = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  it.each([
    ...named.map(({ src, sizes }) => [src, ...sizes.split('x').map(Number)]),
    ['icons/apple-touch-icon.png', 180, 180],
    ['icons/badge-96.png', 96, 96],
    ['og.jpg', 1200, 630],
  ])('%s is %i by %i pixels', async (file, ...size) => {
    expect(await sizeOf(publicFolder + file)).toEqual(size);
  });
});
