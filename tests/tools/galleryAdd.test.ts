/** `gallery:add` with real photos: large, turned by EXIF, broken, and a network that breaks. */
// @module-tag full
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWork } from '../../src/firebase/rest/readDocuments';
import { readConfig } from '../../src/firebase/config';
import type { WorkImage } from '../../src/domain/types';
import { ending, openScene, runTool, type Scene } from './ownersTools';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.stop());

const ID = 'elm-street-kitchen';
const add = (...more: string[]) =>
  scene.run('gallery:add', `${scene.folder}/photos`, '--title', 'Elm Street kitchen', ...more);

const addressesOf = ({ url, sources = [] }: WorkImage) => [url, ...sources.map((s) => s.url)];

async function sizeOf(url: string) {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect(exif).toBeUndefined();
  return { width, height, type: format === 'heif' ? 'image/avif' : `image/${format}` };
}

describe('gallery:add', () => {
  test('makes the work that the page reads from a folder of photos', async () => {
    const large = { width: 4000, height: 3000 };
    await scene.photo('photos/before/IMG_10.jpg', large);
    // Narrower than the sizes, and turned by EXIF.
    await scene.photo('photos/before/IMG_9.jpg', { width: 500, height: 700, orientation: 6 });
    await scene.photo('photos/after/IMG_1.jpg', { ...large, colour: { r: 200, g: 100, b: 0 } });
    scene.file('photos/notes.txt', 'not a picture');
    expect(await add()).toMatchObject({ code: 0 });

    const env = {
      VITE_LOCAL_FIRESTORE_PORT: String(scene.backend.ports.firestore),
      VITE_LOCAL_STORAGE_PORT: String(scene.backend.ports.storage),
    };
    const read = await readWork(readConfig(env, '127.0.0.1'), ID);
    if (!read.ok) throw new Error(read.reason);
    const { before, after, cover, ...facts } = read.value;
    expect(facts).toEqual({ id: ID, title: 'Elm Street kitchen', created: '2026-06-01T12:00:00Z' });
    // IMG_9 comes before IMG_10.
    expect(before.map(({ width, height }) => [width, height])).toEqual([
      [700, 500],
      [1600, 1200],
    ]);
    expect(after).toHaveLength(1);
    expect(cover).toEqual({ ...after[0], thumb: cover.thumb });
    // Twelve pixels of it, each as blue, green, red; JPEG has rounded them.
    const levels = Array.from(Buffer.from(cover.placeholder!, 'base64'), (one) => one / 100);
    expect(levels.map(Math.round)).toEqual(Array.from({ length: 12 }, () => [0, 1, 2]).flat());
    expect(await sizeOf(cover.thumb)).toEqual({ width: 640, height: 480, type: 'image/webp' });
    for (const image of [...before, ...after]) {
      const { width, height, sources } = image;
      expect(await sizeOf(image.url)).toEqual({ width, height, type: 'image/webp' });
      expect(sources!.map((source) => [source.width, source.type])).toEqual(
        [...[480, 960].filter((each) => each < width!), width!].flatMap((each) => [
          [each, 'image/avif'],
          [each, 'image/webp'],
        ]),
      );
      for (const source of sources!) {
        expect(await sizeOf(source.url)).toMatchObject({ width: source.width, type: source.type });
      }
    }
  });

  test('makes a slider where it can, and says why it cannot', async () => {
    const [blue, oak] = [
      { b: 200, r: 0, g: 0 },
      { r: 180, g: 120, b: 40 },
    ];
    await scene.photo('photos/after-1.jpg', { colour: blue });
    const alone = await add();
    expect(alone.output).toContain('The page of this work will have no slider');
    await scene.photo('photos/before-1.jpg');
    await scene.photo('photos/after-2.jpg', { colour: oak });
    const both = await add('--replace');
    expect(both.output).not.toContain('slider');
    const { cover, after } = scene.work(ID)!;
    expect(cover.url).toBe(after[1]!.url);
  });

  test('takes another cover, date and id', async () => {
    await scene.photo('photos/after/a.jpg');
    const chosen = await scene.photo('photos/after/b.jpg', { width: 900, height: 700 });
    await add('--cover', 'b.jpg', '--created', '2024-05-30', '--id', 'Elm_1');
    const work = scene.work('Elm_1')!;
    // In the middle of the day, so that it is this day wherever somebody looks.
    expect(work.created).toBe('2024-05-30T12:00:00Z');
    expect(work.cover.url).toBe(work.after[1]!.url);
    expect((await sharp(chosen).metadata()).width).toBe(work.cover.width);
  });
});

describe('gallery:add publishes nothing by halves:', () => {
  const untouched = () => {
    expect(scene.work(ID)).toBeUndefined();
    expect(scene.pictures(ID)).toEqual([]);
  };

  test('all broken photos are named', async () => {
    await scene.photo('photos/before/fine.jpg');
    const whole = readFileSync(
      await scene.photo('photos/after/1.jpg', { width: 3000, height: 2000 }),
    );
    scene.file('photos/after/2.jpg', whole.subarray(0, whole.length / 2));
    scene.file('photos/after/3.png', 'no picture at all');
    scene.file('photos/after/4.heic', Buffer.from('00000018667479706865696300000000', 'hex'));
    const { code, output } = await add();
    expect(code).toBe(1);
    expect(output).toContain('3 of 5 photos cannot be used, so nothing was changed:');
    expect(output).toMatch(/after\/2\.jpg: \S+/);
    expect(output).toMatch(/after\/3\.png: this is not a picture/);
    expect(output).toContain('4.heic: HEIC cannot be used here; export the photo as JPEG');
    expect(output).not.toContain('fine.jpg');
    untouched();
  });

  test('a photo that is taller than its format allows is named', async () => {
    await scene.photo('photos/after/1.jpg');
    await scene.photo('photos/after/2.png', { width: 100, height: 16_400 });
    expect(await add()).toEqual(
      ending(1, '2.png: it is too tall (100 × 16400 pixels); its height may be 16,383 pixels'),
    );
    untouched();
  });

  test('a cover that is smaller than its card is named', async () => {
    await scene.photo('photos/after-1.jpg', { width: 120, height: 90 });
    expect(await add()).toEqual(
      ending(
        1,
        'after-1.jpg is too small for the cover: 120 × 90 pixels, at least 640 × 480 are needed.',
      ),
    );
    untouched();
  });

  test('a folder whose name begins with the phase counts, and what is left out is named', async () => {
    await scene.photo('photos/Before pics/1.jfif');
    await scene.photo('photos/after/1.jpg');
    scene.file('photos/after/IMG_2.CR2', 'raw');
    scene.file('photos/after/more/3.jpg', '');
    await scene.photo('photos/kitchen.jpg');
    const { code, output } = await add('--dry-run');
    expect(code).toBe(0);
    expect(output).toContain(`${ID}: 1 before, 1 after,`);
    expect(output).toMatch(
      /Left out: \S*photos\/after\/IMG_2\.CR2, \S*photos\/after\/more, \S*photos\/kitchen\.jpg\n/,
    );
  });

  test('a dry run says what it would do', async () => {
    await scene.photo('photos/after-1.jpg');
    const { code, output } = await add('--dry-run');
    expect(code).toBe(0);
    expect(output).toContain('This is a trial: nothing is changed');
    expect(output).toContain(`${ID}: 0 before, 1 after, 7 files, 7 of them still to be uploaded`);
    untouched();
  });

  test.each<[string, string[], string, ...string[]]>([
    ['no photos', [], 'has no photos of the finished work'],
    [
      'no such cover',
      ['after-1.jpg'],
      'The cover x.jpg is not one of the photos',
      '--cover',
      'x.jpg',
    ],
    [
      'a title without letters for an address',
      ['after-1.jpg'],
      'No address can be made',
      '--title',
      '厨房',
    ],
    ['no date', ['after-1.jpg'], '"soon" is not a date', '--created', 'soon'],
    ['no such day', ['after-1.jpg'], '"2026-02-30" is not a date', '--created', '2026-02-30'],
    ['an id with a slash', ['after-1.jpg'], '"a/b" cannot be an id', '--id', 'a/b'],
    ['an unknown option', ['after-1.jpg'], "Unknown option '--colour'", '--colour', 'red'],
  ])('with %s', async (_, photos, message, ...options) => {
    scene.file('photos/x.txt', '');
    for (const name of photos) await scene.photo(`photos/${name}`);
    expect(await add(...options)).toEqual(ending(1, message));
    untouched();
  });

  test('an existing work is not changed without --force', async () => {
    await scene.photo('photos/after-1.jpg');
    await add();
    const before = scene.work(ID);
    await scene.photo('photos/after-2.jpg', { colour: { r: 1, g: 2, b: 3 } });
    const { code, output } = await add();
    expect([code, output]).toEqual([1, expect.stringContaining('--replace')]);
    expect(scene.work(ID)).toEqual(before);

    const old = scene.pictures(ID);
    await scene.photo('photos/after-1.jpg', { colour: { r: 9, g: 9, b: 9 } });
    expect(await add('--replace')).toMatchObject({ code: 0 });
    expect(scene.work(ID)).toMatchObject({ created: before!.created });
    expect(scene.work(ID)!.after).toHaveLength(2);
    // Built pages name the old files until the next build: the daily function deletes them.
    expect(scene.pictures(ID)).toEqual(expect.arrayContaining(old));
  });
});

describe('gallery:add and the network:', () => {
  const upload = { service: 'storage', method: 'POST' } as const;
  const expectWhole = async () => {
    const work = scene.work(ID)!;
    const files = [work.cover, ...work.before, ...work.after].flatMap(addressesOf);
    for (const url of new Set([...files, work.cover.thumb])) await sizeOf(url);
    const names = scene.uploads();
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual(scene.pictures(ID).toSorted());
  };

  test('a second run continues a broken one, and uploads nothing twice', async () => {
    const names = ['before/1', 'before/2', 'after/1', 'after/2', 'after/3', 'after/4'];
    for (const [index, name] of names.entries()) {
      const colour = { r: index * 40, g: 90, b: 200 - index * 30 };
      await scene.photo(`photos/${name}.jpg`, { width: 640, height: 480, colour });
    }
    const cut = scene.backend.faults.add({ service: 'storage', after: 12, do: { kind: 'reset' } });
    const first = await add();
    expect(first.code).toBe(1);
    expect(first.output).toContain('run the same command again, and it goes on from there');
    expect(scene.work(ID)).toBeUndefined();
    const kept = scene.pictures(ID).length;
    expect(kept).toBeGreaterThan(0);
    cut.remove();
    const second = await add();
    expect(second.code).toBe(0);
    expect(second.output).toContain(`25 files, ${25 - kept} of them still to be uploaded`);
    await expectWhole();
    scene.backend.requests.clear();
    const third = await add();
    expect(third).toMatchObject({ code: 0 });
    expect(third.output).not.toContain('Uploading');
    expect(scene.uploads()).toEqual([]);
  });

  test('a stored file that the daily function has marked is stored anew', async () => {
    await scene.photo('photos/after-1.jpg');
    await add();
    scene.backend.requests.clear();
    const [marked] = scene.pictures(ID);
    const args = ['gallery:add', `${scene.folder}/photos`, '--title', 'Other', '--id', ID];
    const surroundings = {
      env: scene.env,
      fetch: (async (url: string, init: RequestInit) => {
        const answer = await fetch(url, init);
        if (!url.endsWith(`/${encodeURIComponent(marked!)}`)) return answer;
        const metadata = { unnamedSince: '2026-05-01T04:30:00.000Z' };
        return Response.json({ ...((await answer.json()) as object), metadata });
      }) as typeof fetch,
    };
    expect(await runTool([...args, '--replace'], surroundings)).toMatchObject({ code: 0 });
    expect(scene.uploads()).toEqual([marked]);
  });

  test.each([
    ['a captive portal’s page', 0, { kind: 'captive' }, 'did not come from Firebase'],
    ['an expired token', 2, { kind: 'status', status: 401 }, 'gcloud auth print-access-token'],
  ] as const)('%s is reported', async (_, after, end, said) => {
    await scene.photo('photos/after-1.jpg');
    scene.backend.faults.add({ ...upload, after, do: end });
    expect(await add()).toEqual(ending(1, said));
    expect(scene.work(ID)).toBeUndefined();
  });
});
