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

  it('are as large as the manifest says, 4:3, narrowest source first, and say that they are illustrations', async () => {
    for (const { file, width, height, sources, alt } of works.flatMap((work) => [
      work.cover,
      ...work.before,
      ...work.after,
    ])) {
      expect(alt).toMatch(/^Sample illustration: /);
      expect(await sizeOf(folder + file)).toEqual([width, height]);
      for (const source of sources) {
        const size = [source.width, (source.width * 3) / 4];
        expect(await sizeOf(folder + source.file)).toEqual(size);
      }
      const widths = sources.map((source) => source.width);
      expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    }
  });

  it('pair before with after, and have dates that ascend', () => {
    for (const { id, created, before, after } of works) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(before).toHaveLength(after.length);
      expect(before.length).toBeGreaterThan(0);
      expect(new Date(created).toISOString()).toBe(created);
    }
    const dates = works.map(({ created }) => created);
    expect(dates).toEqual(dates.toSorted());
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
  const heroes = ['before', 'after'].flatMap((side) => [
    ...[480, 800, 1200, 1600].map((width) => [`hero/${side}-${width}`, width, (width * 3) / 4]),
    ...[480, 720, 960].map((width) => [`hero/${side}-tall-${width}`, width, (width * 5) / 4]),
  ]) as [string, number, number][];

  it.each([
    ...named.map(({ src, sizes }) => [src, ...sizes.split('x').map(Number)]),
    ['icons/apple-touch-icon.png', 180, 180],
    ['icons/badge-96.png', 96, 96],
    ['og.jpg', 1200, 630],
    ...heroes.flatMap(([name, ...size]) =>
      ['avif', 'webp'].map((type) => [`${name}.${type}`, ...size]),
    ),
  ])('%s is %i by %i pixels', async (file, ...size) => {
    expect(await sizeOf(publicFolder + file)).toEqual(size);
  });

  it.each(['maskable-512', 'maskable-192', 'apple-touch-icon'])(
    '%s is filled to the edge',
    async (name) => {
      const { isOpaque } = await sharp(`${publicFolder}icons/${name}.png`).stats();
      expect(isOpaque).toBe(true);
    },
  );
});
