import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../tools/seed/index';
import { filesOf } from '../../tools/gallery/workDocument';

const folder = fileURLToPath(new URL('../../tools/seed/pictures/', import.meta.url));
const publicFolder = fileURLToPath(new URL('../../public/', import.meta.url));
const { works } = readManifest();
const pictures = works.flatMap(({ cover, before, after }) => [cover, ...before, ...after]);
const listed = new Set(works.flatMap(filesOf));

describe('the committed sample pictures', () => {
  it('are exactly the files that the manifest lists', async () => {
    const files = [...listed, 'README.md', 'manifest.json'];
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    expect(works).toHaveLength(8);
  });

  it('stay below 5 MB together', async () => {
    const sizes = await Promise.all(
      [...listed].map(async (file) => (await stat(folder + file)).size),
    );
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(5 * 1024 * 1024);
  });

  it('are as large as the manifest says, 4:3, narrowest source first', async () => {
    for (const { file, width, height, sources } of pictures) {
      const full = await sharp(folder + file).metadata();
      expect([full.width, full.height]).toEqual([width, height]);
      for (const source of sources) {
        const { width: w, height: h } = await sharp(folder + source.file).metadata();
        expect([w, h]).toEqual([source.width, (source.width * 3) / 4]);
      }
      expect(sources.map((s) => s.width)).toEqual(
        sources.map((s) => s.width).toSorted((a, b) => a - b),
      );
    }
  });

  it('say in words that they are illustrations, and pair before with after', () => {
    for (const { alt } of pictures) expect(alt).toMatch(/^Sample illustration: /);
    for (const work of works) {
      expect(work.id).toMatch(/^[a-z0-9-]+$/);
      expect(work.before).toHaveLength(work.after.length);
      expect(work.before.length).toBeGreaterThan(0);
    }
  });

  it('have dates that ascend', () => {
    const dates = works.map(({ created }) => created);
    expect(dates).toEqual(dates.toSorted());
    for (const date of dates) expect(new Date(date).toISOString()).toBe(date);
  });
});

describe('the brand pictures', () => {
  it.each([
    ['icons/icon-192.png', 192],
    ['icons/icon-512.png', 512],
    ['icons/maskable-192.png', 192],
    ['icons/maskable-512.png', 512],
    ['icons/apple-touch-icon.png', 180],
    ['icons/badge-96.png', 96],
    ['icons/shortcut-request.png', 96],
    ['icons/shortcut-gallery.png', 96],
  ])('%s is a square of %i pixels', async (file, size) => {
    const { width, height } = await sharp(publicFolder + file).metadata();
    expect([width, height]).toEqual([size, size]);
  });

  it('fills maskable and touch icons to the edge', async () => {
    for (const file of ['maskable-512.png', 'maskable-192.png', 'apple-touch-icon.png']) {
      const { isOpaque } = await sharp(`${publicFolder}icons/${file}`).stats();
      expect(isOpaque).toBe(true);
    }
  });

  it('has a social picture of 1200 by 630', async () => {
    const { width, height, format } = await sharp(`${publicFolder}og.jpg`).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  });

  it("has both sides of the landing's comparison in the same sizes", async () => {
    for (const phase of ['before', 'after']) {
      const sizeOf = async (name: string) => {
        const { width, height } = await sharp(`${publicFolder}hero/${name}`).metadata();
        return [width, height];
      };
      for (const format of ['avif', 'webp']) {
        for (const width of [480, 800, 1200, 1600]) {
          const size = await sizeOf(`${phase}-${width}.${format}`);
          expect(size).toEqual([width, (width * 3) / 4]);
        }
        for (const width of [480, 720, 960]) {
          const size = await sizeOf(`${phase}-tall-${width}.${format}`);
          expect(size).toEqual([width, (width * 5) / 4]);
        }
      }
    }
  });
});
