// A small picture in the HTML itself, which is shown until the sharp one is there.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPreview } from '../../tools/build/previews';

/** A strip of a real one: half of the time of these tests is encoding. */
const picture = await sharp('public/hero/before-tall-960.webp')
  .extract({ left: 0, top: 500, width: 960, height: 200 })
  .toBuffer();
const previewed = { selectors: ['#a', '#b'], picture };

const PAGE = '<head></head><body></body>';

function previewIn(html: string): Buffer | undefined {
  const [, base64] = /\(data:image\/avif;base64,([^)]+)\)/.exec(html) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

test('a page gets a preview as wide as a phone shows it', async () => {
  const html = await withPreview(PAGE, { ...previewed, media: '(max-width:40em)' });
  expect(html).toMatch(
    /<style>@media \(max-width:40em\)\{#a,#b\{background-image:url\(data:image\/avif;base64,[^)]+\)!important\}\}<\/style><\/head>/,
  );
  expect(await sharp(previewIn(html)).metadata()).toMatchObject({ width: 420, height: 88 });
  expect(await withPreview(PAGE, previewed)).toContain('<style>#a,#b{');
});

test('a file that is not a picture gets no preview', async () => {
  expect(await withPreview(PAGE, { ...previewed, picture: Buffer.from('<svg') })).toBe(PAGE);
  expect(await withPreview(PAGE, undefined)).toBe(PAGE);
});
