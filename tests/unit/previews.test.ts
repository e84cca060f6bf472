// Small pictures in the HTML itself: as good as the first round trip has room for.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPreviews } from '../../tools/build/previews';

const FIRST_ROUND_TRIP = 14_200;

const picture = readFileSync('public/hero/before-tall-960.webp');

/** A page of this many bytes that do not compress. */
const pageOf = (bytes: number) =>
  `<head></head><body>${randomBytes(bytes).toString('base64')}</body>`;

const previewsIn = (html: string) =>
  [...html.matchAll(/\(data:image\/avif;base64,([^)]+)\)/g)].map(([, base64]) =>
    Buffer.from(base64!, 'base64'),
  );

test('a page with room gets its pictures, as wide as a phone shows them, where they are shown', async () => {
  const previewed = { selector: 'img[src="/a.webp"]', picture };
  const html = await withPreviews(pageOf(100), [
    { ...previewed, media: '(max-width:40em)' },
    previewed,
  ]);
  expect(html).toMatch(
    /<style>@media \(max-width:40em\)\{img\[src="\/a\.webp"\]\{background-image:url\(data:image\/avif;base64,[^)]+\)!important\}\}img\[src="\/a\.webp"\]\{[^}]+\}<\/style><\/head>/,
  );
  for (const preview of previewsIn(html)) {
    expect(await sharp(preview).metadata()).toMatchObject({ width: 420, height: 525 });
  }
});

test('the less room the worse the picture; without any the page stays as it is', async () => {
  const sizes: number[] = [];
  for (const bytes of [500, 11_500, 14_000]) {
    const page = pageOf(bytes);
    const html = await withPreviews(page, [{ selector: 'img', picture }]);
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(FIRST_ROUND_TRIP);
    sizes.push(previewsIn(html)[0]?.length ?? 0);
    if (sizes.at(-1) === 0) expect(html).toBe(page);
  }
  const [much, some, none] = sizes as [number, number, number];
  expect([much > some, some > 0, none]).toEqual([true, true, 0]);
});

test('what cannot be opened as a picture has no preview; the others have theirs', async () => {
  const page = pageOf(100);
  const unreadable = { selector: '#a', picture: Buffer.from('<svg') };
  expect(await withPreviews(page, [unreadable])).toBe(page);
  const html = await withPreviews(page, [unreadable, { selector: '#b', picture }]);
  expect(html).toContain('#b{');
  expect(html).not.toContain('#a{');
  expect(await withPreviews(page, [])).toBe(page);
});
