/** `hero:set`: photos to every file of the landing page's comparison, in a checkout of the test's own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ending, runTool } from './ownersTools';

const HERO =
  '{\n  "before": "Old",\n  "after": "New",\n  "version": "",\n  "widths": [80, 160],\n  "tallWidths": [96]\n}\n';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hero-'));
  for (const name of ['src/shared', 'public/hero']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'src/shared/hero.json'), HERO);
  await photo('before.jpg', { width: 150, height: 200, red: 200, orientation: 6 });
  await photo('after.jpg', { width: 240, height: 160, red: 40 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface PhotoOptions {
  width: number;
  height: number;
  red: number;
  orientation?: number;
}

async function photo(name: string, { width, height, red, orientation = 1 }: PhotoOptions) {
  const background = { r: red, g: 90, b: 60 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  await image.jpeg().withMetadata({ orientation }).toFile(join(folder, name));
}

const ALTS = ['--before-alt', 'Worn oak, 5 doors', '--after-alt', ' The same in navy '];

/** Runs hero:set with these words, without a token for the project in the environment. */
function set(words = ['before.jpg', 'after.jpg'], options = ALTS) {
  const names = ['API_KEY', 'AUTH_DOMAIN', 'PROJECT_ID', 'STORAGE_BUCKET', 'APP_ID'];
  const env = Object.fromEntries(names.map((name) => [`VITE_FIREBASE_${name}`, 'a-project']));
  const photos = words.map((word) => join(folder, word));
  return runTool(['hero:set', ...photos, '--site', folder, ...options], { env });
}

/** Every file but the photos, by its path. */
const files = () =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile() && entry.parentPath !== folder)
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );

const UNTOUCHED = new Map([['src/shared/hero.json', Buffer.from(HERO)]]);

test('hero:set makes every size of both photos, the texts and the link preview', async () => {
  expect(await set()).toEqual(ending(0, '14 files are written.'));
  const written = files();
  const description = written.get('src/shared/hero.json')!.toString();
  const [version] = /(?<="version": ")[0-9a-f]{8}(?=")/.exec(description)!;
  expect(description).toBe(
    HERO.replace('Old', 'Worn oak, 5 doors')
      .replace('New', 'The same in navy')
      .replace('"version": ""', `"version": "${version}"`),
  );
  const looks = [...written].map(async ([name, bytes]) => {
    if (name.endsWith('.json')) return;
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect(exif, name).toBeUndefined();
    const { dominant } = await sharp(bytes).stats();
    return `${name} ${width}×${height} ${format} ${dominant.r > 120 ? 'before' : 'after'}`;
  });
  expect((await Promise.all(looks)).filter(Boolean)).toEqual([
    ...['after', 'before'].flatMap((side) => [
      `public/hero/${side}-160.avif 160×120 heif ${side}`,
      `public/hero/${side}-160.webp 160×120 webp ${side}`,
      `public/hero/${side}-80.avif 80×60 heif ${side}`,
      `public/hero/${side}-80.webp 80×60 webp ${side}`,
      `public/hero/${side}-tall-96.avif 96×120 heif ${side}`,
      `public/hero/${side}-tall-96.webp 96×120 webp ${side}`,
    ]),
    expect.stringMatching(/^public\/og\.jpg 1200×630 jpeg /),
  ]);
  const halves = [0, 603].map(async (left) => {
    const half = { left, top: 0, width: 597, height: 630 };
    const bytes = await sharp(written.get('public/og.jpg')).extract(half).toBuffer();
    return (await sharp(bytes).stats()).dominant.r > 120;
  });
  expect(await Promise.all(halves)).toEqual([true, false]);
});

test('hero:set that is cut off keeps the old texts, and the same command again completes it', async () => {
  await set();
  const whole = files();
  for (const name of whole.keys()) rmSync(join(folder, name));
  writeFileSync(join(folder, 'src/shared/hero.json'), HERO);
  mkdirSync(join(folder, 'public/hero/after-80.webp'));
  await expect(set()).rejects.toThrow('EISDIR');
  const halfway = files();
  expect(halfway.size).toBeGreaterThan(1);
  expect(halfway.get('src/shared/hero.json')!.toString()).toBe(HERO);
  rmSync(join(folder, 'public/hero/after-80.webp'), { recursive: true });
  expect(await set()).toMatchObject({ code: 0 });
  expect(files()).toEqual(whole);
});

test.each<[string, string[], string[], string]>([
  ['that a photo is missing', ['before.jpg'], ALTS, 'Missing: AFTER.'],
  [
    'that a text is missing',
    ['before.jpg', 'after.jpg'],
    ALTS.slice(0, 2),
    'what the after photo shows. Add --after-alt',
  ],
  ['an empty text', ['before.jpg', 'after.jpg'], [...ALTS, '--before-alt', ' '], '--before-alt'],
  [
    'a small photo',
    ['before.jpg', 'small.jpg'],
    ALTS,
    'has 159 × 130 pixels, and needs at least 160 × 120',
  ],
  [
    'a damaged photo',
    ['half.jpg', 'after.jpg'],
    ALTS,
    '1 of 2 photos cannot be used, so nothing was changed',
  ],
  [
    'a file that does not exist',
    ['before.jpg', 'gone.jpg'],
    ALTS,
    'gone.jpg: there is no such file',
  ],
])('hero:set reports %s and changes nothing', async (_, words, options, message) => {
  await photo('small.jpg', { width: 159, height: 130, red: 9 });
  const bytes = readFileSync(join(folder, 'after.jpg'));
  writeFileSync(join(folder, 'half.jpg'), bytes.subarray(0, bytes.length / 2));
  expect(await set(words, options)).toEqual(ending(1, message));
  expect(files()).toEqual(UNTOUCHED);
});

test('hero:set changes nothing with --dry-run and --help', async () => {
  expect(await set(undefined, [...ALTS, '--dry-run'])).toEqual(
    ending(0, 'Both photos can be used.'),
  );
  expect(await set([], ['--help'])).toEqual(ending(0, '--before-alt'));
  expect(files()).toEqual(UNTOUCHED);
});
