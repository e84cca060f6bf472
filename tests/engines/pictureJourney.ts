/** Every kind of picture through the canvases of page and worker, in the site's own surroundings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
// Node finds no names in it, only the whole.
import exifr from 'exifr';
import sharp from 'sharp';
import { build } from 'vite';
import { sizeToSend, thumbnailSize } from '../../src/pictures/sizes';
import { expectAlike } from '../support/chosenPictures';
import { pictureKinds, type Kind } from '../pictures/pictureKinds';
import { see } from './actions';
import type { Page } from './engine';
import type { Journey, Stage } from './engineStage';

// oxlint-disable-next-line import/no-named-as-default-member -- see above
const { gps } = exifr;

/** Bytes are in base64. */
interface Result {
  type: 'prepared' | 'undecoded' | 'unusable';
  image?: { type: string; bytes: string; thumb: { bytes: string } };
}

/** A page of the site's own surroundings that has the canvases of page and worker (tests/pictures/bundle). */
export async function openPicturePage({ siteCopy, site, launch }: Stage): Promise<Page> {
  const { folder } = siteCopy;
  for (const [name, entry] of [
    ['test-pictures', 'tests/pictures/bundle/page'],
    ['test-pictures-worker', 'tests/pictures/bundle/worker'],
    ['test-work-worker', 'src/pictures/worker/workPictureWorker'],
  ] as const) {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        lib: {
          entry: join(import.meta.dirname, `../../${entry}.ts`),
          formats: ['es'],
          fileName: () => `${name}.js`,
        },
      },
    });
  }
  const html = '<!doctype html><script type="module" src="/test-pictures.js"></script>';
  writeFileSync(join(folder, 'test-pictures.html'), html);
  const { page } = await launch();
  await page.open(`${site}/test-pictures.html`);
  await see(page, { css: 'html[data-ready]' });
  return page;
}

/** `isTrue`: whether this browser's canvas gives back what was drawn. */
const picturesJourney = (isTrue: boolean): Journey => ({
  name: 'every kind of picture',
  async run(stage) {
    const page = await openPicturePage(stage);
    const wrong: string[] = [];
    for (const kind of await kindsFor(page)) {
      for (const place of ['page', 'worker'] as const) {
        const result = await prepare<Result>(page, place, kind);
        await expectArrived(kind, place, result, isTrue).catch((error: unknown) => {
          wrong.push(`${kind.name} in the ${place}: ${String(error).replaceAll(/\s+/g, ' ')}`);
        });
      }
    }
    expect(wrong).toEqual([]);
  },
});

export const everyKind = picturesJourney(true);
/** The same where the canvas gives back noise. */
export const everyKindUndrawn = picturesJourney(false);

/** Every kind, as this browser has to take it. */
export async function kindsFor(page: Page): Promise<Kind[]> {
  const kinds = await pictureKinds();
  for (const kind of kinds) {
    if (kind.isOpenedBySome && !(await isOpened(page, kind))) kind.isRefused = true;
  }
  return kinds;
}

/** Whether the browser opens a file whose type it is not told. */
const isOpened = (page: Page, { bytes }: Kind): Promise<boolean> =>
  page.evaluate(
    async (address: string) => {
      const image = new Image();
      image.src = address;
      return image.decode().then(
        () => true,
        () => false,
      );
    },
    `data:image/*;base64,${bytes.toString('base64')}`,
  );

/** What a browser makes of a file, with bytes in base64. */
export const prepare = async <T>(page: Page, way: string, { bytes, type }: Kind): Promise<T> =>
  JSON.parse(
    await page.evaluate(
      (...given: string[]) => (globalThis as any).prepareIn(...given) as Promise<string>,
      way,
      bytes.toString('base64'),
      type,
    ),
  ) as T;

async function expectArrived(
  { bytes, type, isTransparent, isCutOff, shows: chosen = bytes, allowed, ...kind }: Kind,
  place: 'page' | 'worker',
  result: Result,
  isTrue: boolean,
): Promise<void> {
  // A page prepares what a worker leaves to it.
  const isLeft = !isTrue || kind.isRefused || kind.isPageOnly;
  if (place === 'worker' && (isLeft || (isCutOff && result.type === 'undecoded'))) {
    expect(result.type).toBe('undecoded');
    return;
  }
  // Where nothing can be drawn, a file goes without its metadata, and of other types nobody knows where those are.
  if (kind.isRefused || (!isTrue && kind.isOther)) {
    expect(result.type).toBe('unusable');
    return;
  }
  expect(result.type).toBe('prepared');
  const given = result.image!;
  const [image, thumb] = [given, given.thumb].map((each) => Buffer.from(each.bytes, 'base64')) as [
    Buffer,
    Buffer,
  ];
  const { autoOrient: upright } = await sharp(chosen).metadata();
  const { format, exif, xmp, width, height } = await sharp(image).metadata();
  const thumbnail = await sharp(thumb).metadata();
  // What cannot be drawn and is AVIF goes as it is.
  if (isTrue || type !== 'image/avif') {
    expect(await gps(image).catch(() => undefined)).toBeUndefined();
    expect(image.toString('latin1')).not.toMatch(/GPSLatitude|Phone|ftypmp4/);
  }
  expect(xmp).toBeUndefined();
  expect(thumbnail).toMatchObject({ format: 'jpeg', height: 100 });
  // Of a picture that is only a few pixels high, the encoding mixes the colours.
  const isSmall = Math.min(upright.width, upright.height) < 20;
  const difference = allowed ?? (isSmall ? 20 : undefined);
  // What arrives as it was is alike, whatever sharp makes of it.
  const reference = isTrue || type !== 'image/avif' ? chosen : bytes;
  if (!isCutOff) await expectAlike(reference, image, difference);
  if (!isTrue) {
    expect(given.type).toBe(type);
    expect(thumbnail.width).toBe(133);
    return;
  }
  expect(exif).toBeUndefined();
  expect([given.type, format]).toEqual(
    isTransparent ? ['image/png', 'png'] : ['image/jpeg', 'jpeg'],
  );
  expect({ width, height }).toEqual(sizeToSend(upright));
  const { width: shown, left } = thumbnailSize(upright);
  expect(thumbnail.width).toBe(shown);
  if (left === 0 && !isCutOff && shown > 50) await expectAlike(chosen, thumb, difference);
}
