// A small picture in the HTML itself: as good as the first round trip has room for.
import { createCipheriv } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPreview } from '../../tools/build/previews';

const FIRST_ROUND_TRIP = 13_200;

/** A strip of a real one: half of the time of these tests is encoding. */
const picture = await sharp('public/hero/before-tall-960.webp')
  .extract({ left: 0, top: 500, width: 960, height: 200 })
  .toBuffer();
const previewed = { selectors: ['#a', '#b'], picture };

/** A page of this many bytes that do not compress, the same in every run. */
function pageOf(bytes: number): string {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  return `<head></head><body>${noise.update(Buffer.alloc(bytes)).toString('base64')}</body>`;
}

/** The page's bytes as a server sends them that compresses while it answers. */
const sent = (page: string) =>
  brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

function previewIn(html: string): Buffer | undefined {
  const [, base64] = /\(data:image\/avif;base64,([^)]+)\)/.exec(html) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

test('a page with room for it gets a preview as wide as a phone shows it', async () => {
  const html = await withPreview(pageOf(100), { ...previewed, media: '(max-width:40em)' });
  expect(html).toMatch(
    /<style>@media \(max-width:40em\)\{#a,#b\{background-image:url\(data:image\/avif;base64,[^)]+\)!important\}\}<\/style><\/head>/,
  );
  expect(await sharp(previewIn(html)).metadata()).toMatchObject({ width: 420, height: 88 });
  expect(await withPreview(pageOf(100), previewed)).toContain('<style>#a,#b{');
});

test('the less room, the coarser the preview; a page of two round trips gets the best, a longer one none', async () => {
  const pages = await Promise.all(
    [500, 12_100, 12_950, 42_000].map(async (bytes) => withPreview(pageOf(bytes), previewed)),
  );
  const [much, some, more, none] = pages.map((page) => previewIn(page)?.length ?? 0);
  expect([much! > some!, some! > 0, more, none]).toEqual([true, true, much, 0]);
  expect(pages.slice(0, 2).map((page) => sent(page) <= FIRST_ROUND_TRIP)).toEqual([true, true]);
});

test('a file that is not a picture gets no preview', async () => {
  const page = pageOf(100);
  expect(await withPreview(page, { ...previewed, picture: Buffer.from('<svg') })).toBe(page);
  expect(await withPreview(page, undefined)).toBe(page);
});
