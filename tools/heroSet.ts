import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINK_PICTURE } from '../src/domain/constants';
import type hero from '../src/shared/hero.json';
import type { StandaloneCommand } from './command';
import { openPicture } from './openPicture';
import { ToolError } from './toolErrors';
import { checkPhotos, upright } from './gallery/photos';
import { encode, FORMATS } from './gallery/makeRenderings';

const SITE = fileURLToPath(new URL('..', import.meta.url));
const DESCRIPTION = 'src/shared/hero.json';

export const heroSet: StandaloneCommand = {
  summary: 'Sets the pictures at the top of the landing page.',
  usage: `npm run hero:set -- BEFORE AFTER --before-alt TEXT --after-alt TEXT

  BEFORE, AFTER     two photo files, taken of one place from one point, at least 1600 × 1200 pixels; the page
                    shows their middle
  --before-alt,
  --after-alt       what each photo shows, in a few words, for visitors who cannot see it
  --site            the folder of another copy of this site`,
  options: {
    'before-alt': { type: 'string' },
    'after-alt': { type: 'string' },
    site: { type: 'string' },
  },
  words: { needed: ['BEFORE', 'AFTER'] },
  async runAlone({ terminal }, { dryRun }, args) {
    const [before, after] = ['before', 'after'].map((side, index) => {
      const alt = args.text(`${side}-alt`)?.trim();
      if (!alt) {
        throw new ToolError(
          `Missing: what the ${side} photo shows. Add --${side}-alt "Oak cabinets, worn".`,
        );
      }
      return { side, alt, photo: args.words[index]! };
    }) as [Side, Side];
    const site = args.text('site') ?? SITE;
    const description = JSON.parse(
      await readFile(path.join(site, DESCRIPTION), 'utf8'),
    ) as Description;
    const photos = [before.photo, after.photo];
    await terminal.progress('Looking at photos', photos.length, (advance) =>
      checkPhotos(photos, advance),
    );
    for (const photo of photos) await checkSize(photo, description);
    if (dryRun)
      return terminal.line('Both photos can be used. Run it without --dry-run to set them.');

    // All pictures are made before the first one is written, so that a failure leaves no mixture.
    const files = new Map<string, Buffer>();
    const pictures = [before, after].flatMap((side) => renderingsOf(side, description));
    await terminal.progress('Rendering', pictures.length, async (advance) => {
      for (const { file, photo, size, format } of pictures) {
        const picture = encode(await upright(photo, { ...size, fit: 'cover' }), format);
        files.set(`public/hero/${file}`, await picture.toBuffer());
        advance();
      }
    });
    files.set('public/og.jpg', await previewOf(before, after));
    const hash = createHash('sha256');
    for (const bytes of files.values()) hash.update(bytes);
    const version = hash.digest('hex').slice(0, 8);
    // The texts are written last: until then the old ones stay, and with them the mark of sample pictures.
    const text = { ...description, before: before.alt, after: after.alt, version };
    files.set(DESCRIPTION, Buffer.from(jsonOf(text)));
    for (const [file, bytes] of files) await writeFile(path.join(site, file), bytes);
    terminal.line(
      `${files.size} files are written. Look at the page (npm start), then build and deploy (docs/deploy.md, action 8).`,
    );
  },
};

interface Side {
  side: string;
  alt: string;
  photo: string;
}

/**
 * The alternative texts; the version, which changes the pictures' addresses; and the widths in pixels: of the
 * pictures at 4:3, and of those at 4:5 for phones.
 */
type Description = typeof hero;

function renderingsOf({ side, photo }: Side, { widths, tallWidths }: Description) {
  const shapes = [
    { name: side, widths, ratio: 3 / 4 },
    { name: `${side}-tall`, widths: tallWidths, ratio: 5 / 4 },
  ];
  return shapes.flatMap(({ name, widths, ratio }) =>
    widths.flatMap((width) =>
      FORMATS.map((format) => ({
        file: `${name}-${width}.${format}`,
        photo,
        size: { width, height: width * ratio },
        format,
      })),
    ),
  );
}

/** The left half shows before, the right half after, with a light line between them. */
async function previewOf(before: Side, after: Side): Promise<Buffer> {
  const { width, height } = LINK_PICTURE;
  const [left, right] = [
    await upright(before.photo, { ...LINK_PICTURE, fit: 'cover' }),
    await upright(after.photo, { ...LINK_PICTURE, fit: 'cover' }),
  ];
  const half = await left
    .extract({ left: 0, top: 0, width: width / 2, height })
    .png()
    .toBuffer();
  const line = { create: { width: 6, height, channels: 3, background: '#f6f2ea' } } as const;
  return right
    .composite([
      { input: half, left: 0, top: 0 },
      { input: line, left: width / 2 - 3, top: 0 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Throws `ToolError` for a photo that would have to be enlarged. */
async function checkSize(photo: string, { widths, tallWidths }: Description): Promise<void> {
  const { width, height } = (await openPicture(photo).metadata()).autoOrient;
  const [wide, tall] = [Math.max(...widths), Math.max(...tallWidths)];
  const least = { width: wide, height: Math.max((wide * 3) / 4, (tall * 5) / 4) };
  if (width >= least.width && height >= least.height) return;
  throw new ToolError(
    `${photo} is too small: it has ${width} × ${height} pixels, and needs at least ${least.width} × ${least.height}.\n` +
      'Choose a larger photo, wider than high.',
  );
}

/** JSON as prettier formats it: the numbers of a list stand on one line. */
function jsonOf(description: Description): string {
  const text = JSON.stringify(description, undefined, 2);
  const onOneLine = (list: string) => `[${(JSON.parse(list) as number[]).join(', ')}]`;
  return `${text.replaceAll(/\[[^[\]]*\]/g, onOneLine)}\n`;
}
