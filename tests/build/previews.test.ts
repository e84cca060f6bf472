// A small picture in the HTML itself.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPreview } from '../../tools/build/previews';

const PAGE = '<head></head><body></body>';
/** A strip of a real one: most of the time of these tests is encoding. */
const picture = await sharp('public/hero/before-tall-960.webp')
  .extract({ left: 0, top: 500, width: 960, height: 200 })
  .toBuffer();
const previewed = { selectors: ['#a', '#b'], picture };

test('a page gets a preview as wide as a phone shows it, where its picture has that crop', async () => {
  const html = await withPreview(PAGE, { ...previewed, media: '(max-width:40em)' });
  const [, base64 = ''] =
    /^<head><style>@media \(max-width:40em\)\{#a,#b\{background-image:url\(data:image\/avif;base64,([^)]+)\)!important\}\}<\/style><\/head><body><\/body>$/.exec(
      html,
    ) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 420, height: 88 });
  expect(await withPreview(PAGE, previewed)).toContain('<style>#a,#b{background-image:');
});

test('a photo that lies on its side is shown upright', async () => {
  const turned = await sharp(picture).withMetadata({ orientation: 6 }).toBuffer();
  const html = await withPreview(PAGE, { ...previewed, picture: turned });
  const bytes = Buffer.from(/base64,([^)]+)/.exec(html)![1]!, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 420, height: 2016 });
});

test('a file that is not a picture gets no preview', async () => {
  expect(await withPreview(PAGE, { ...previewed, picture: Buffer.from('<svg') })).toBe(PAGE);
  expect(await withPreview(PAGE, undefined)).toBe(PAGE);
});
