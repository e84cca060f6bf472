/** Every kind of photo through the canvas of the owner's page: what becomes of it for the gallery. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { PLACEHOLDER, WORK_CARD, WORK_WIDTHS } from '../../src/domain/constants';
import type { PreparedWorkPicture } from '../../src/pictures/prepareWorkPicture';
import { placeholderOf } from '../../tools/gallery/makeRenderings';
import { decode, upright } from '../../tools/gallery/photos';
import { expectAlike } from '../support/chosenPictures';
import { heic } from '../support/makePictures';
import { pictureKinds, type Kind } from '../pictures/pictureKinds';
import type { Page } from './engine';
import type { Journey } from './engineStage';
import { kindsFor, openPicturePage, prepare } from './pictureJourney';

type Way = 'own' | 'ownWorker' | 'withoutWebp';

/** Bytes are in base64. Without a picture: why not. */
interface Result {
  problem?: string;
  picture?: Omit<PreparedWorkPicture, 'renderings' | 'thumb'> & {
    /** From narrow to wide. */
    renderings: { width: number; bytes: string }[];
    thumb?: string;
  };
}

/** The kinds that are also drawn where there is no WebP. */
const AS_JPEG = ['JPEG turned 6', 'WebP turned 6', 'transparent PNG', 'large JPEG'];

/** Mean difference of a placeholder's values, of 255, that two ways of scaling make; red and blue exchanged have 60. */
const ALLOWED = 12;

export const worksPhotos: Journey = {
  name: 'every kind of photo of a work',
  async run(stage) {
    const page = await openPicturePage(stage);
    const own = (await preparedBy(page, 'own', await someKind())).picture!;
    const wrong: string[] = [];
    for (const kind of await kindsFor(page)) {
      const ways: Way[] = ['own', 'ownWorker'];
      if (AS_JPEG.includes(kind.name)) ways.push('withoutWebp');
      for (const way of ways) {
        const type = way === 'withoutWebp' ? 'image/jpeg' : own.type;
        const result = await preparedBy(page, way, kind);
        // The page prepares what the worker leaves to it.
        const mayBeLeft = kind.isCutOff || kind.isPageOnly;
        if (way === 'ownWorker' && mayBeLeft && result.problem === 'undecoded') continue;
        await expectPrepared(kind, result, type).catch((error: unknown) => {
          wrong.push(`${kind.name}, ${way}: ${String(error).replaceAll(/\s+/g, ' ')}`);
        });
      }
    }
    expect(wrong).toEqual([]);
    expect(['image/webp', 'image/jpeg']).toContain(own.type);
    const undecoded = { name: 'HEIC', type: 'image/heic', bytes: heic() };
    expect((await preparedBy(page, 'own', undecoded)).problem).toBe('undecoded');
  },
};

/** Where the canvas gives back noise, no photo is published. */
export const worksPhotosUndrawn: Journey = {
  name: worksPhotos.name,
  async run(stage) {
    const page = await openPicturePage(stage);
    for (const way of ['own', 'ownWorker'] as const)
      expect((await preparedBy(page, way, await someKind())).problem).toBe('canvas');
  },
};

const someKind = async (): Promise<Kind> => (await pictureKinds())[0]!;

/** What the owner's page makes of a file. */
const preparedBy = (page: Page, way: Way, kind: Kind) => prepare<Result>(page, way, kind);

async function expectPrepared(kind: Kind, result: Result, type: string): Promise<void> {
  expect(result.problem).toBe(kind.isRefused && 'noImage');
  if (kind.isRefused) return;
  const photo = kind.shows ?? kind.bytes;
  const size = (await sharp(photo).metadata()).autoOrient;
  const width = Math.min(size.width, Math.max(...WORK_WIDTHS));
  const height = Math.max(1, Math.round((size.height * width) / size.width));
  const widths = [...WORK_WIDTHS.filter((each) => each < width), width];
  const hasCard = size.width >= WORK_CARD.width && size.height >= WORK_CARD.height;
  const { hash, renderings, thumb, placeholder, ...facts } = result.picture!;
  expect(facts).toEqual({ type, width, height });
  expect(renderings.map((each) => each.width)).toEqual(widths);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  const files = [...renderings.map(({ bytes }) => bytes), ...(thumb ? [thumb] : [])];
  const pictures = files.map((base64) => Buffer.from(base64, 'base64'));
  expect(pictures).toHaveLength(widths.length + (hasCard ? 1 : 0));
  for (const [index, bytes] of pictures.entries()) {
    const { format, exif, xmp, ...drawn } = await sharp(bytes).metadata();
    const isCard = index === widths.length;
    const scale = (widths[index] ?? 0) / width;
    expect({ width: drawn.width, height: drawn.height }).toEqual(
      isCard
        ? WORK_CARD
        : { width: widths[index], height: Math.max(1, Math.round(height * scale)) },
    );
    expect(`image/${format}`).toBe(type);
    expect([exif, xmp]).toEqual([undefined, undefined]);
    expect(bytes.toString('latin1')).not.toMatch(/GPSLatitude|Phone|ftypmp4/);
    // Of a picture that is a few pixels high, the encoding mixes the colours; of a damaged one, a part is missing.
    if (Math.min(size.width, size.height) < 20 || kind.isCutOff) continue;
    const chosen = isCard ? await cardOf(photo) : photo;
    await expectAlike(chosen, bytes, kind.allowed);
  }
  if (Math.min(size.width, size.height) < 20 || kind.isCutOff) return;
  const own = await placeholderOf((await decode(photo)).pixels);
  expect(difference(own, placeholder)).toBeLessThan(kind.allowed ?? ALLOWED);
}

/** The card's picture as `gallery:add` makes it. */
const cardOf = async (bytes: Buffer): Promise<Buffer> =>
  (await upright(bytes, WORK_CARD)).png().toBuffer();

function difference(one: string, other: string): number {
  const [a, b] = [one, other].map((base64) => Buffer.from(base64, 'base64')) as [Buffer, Buffer];
  expect(b).toHaveLength(PLACEHOLDER.width * PLACEHOLDER.height * 3);
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length;
}
