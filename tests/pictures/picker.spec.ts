/** What the form says and shows of a chosen picture: turned, or only an address. */
import sharp from 'sharp';
import { expect, test } from '../support/fixtures';
import { fillRequest, pressSend, successShown } from '../support/deliveryActions';
import { byPhone, quarters } from '../support/makePictures';

/** The colours in the middle of a picture's quarters, the most of red, green and blue; `-` for all three. */
async function quartersOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten({ background: 'white' })
    .resize(4, 4, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * 4 + x) * info.channels);
    if (Math.min(red, green, blue) > 150) return '-';
    return ['R', 'G', 'B'][[red, green, blue].indexOf(Math.max(red, green, blue))];
  };
  return [colourAt(1, 1), colourAt(2, 1), colourAt(1, 2), colourAt(2, 2)].join('');
}

test(
  'a WebP that its EXIF turns is upright in its preview and when it arrives',
  { tag: '@full' },
  async ({ page, objectsStored }) => {
    const [six, two] = await Promise.all(
      [6, 2].map((turn) => byPhone(quarters(800, 500).webp(), turn).toBuffer()),
    );
    await fillRequest(page, [
      { name: 'six.webp', mimeType: 'image/webp', buffer: six! },
      { name: 'two.webp', mimeType: 'image/webp', buffer: two! },
    ]);
    const previews = page.getByTestId('image-preview');
    const shown = async (index: number) => quartersOf(await previews.nth(index).screenshot());
    await expect.poll(() => shown(0)).toBe('BR-G');
    await expect.poll(() => shown(1)).toBe('GR-B');
    await pressSend(page);
    await successShown(page);
    const pictures = objectsStored().filter(({ size }) => size > 0);
    const arrived = await Promise.all(
      pictures.map(async ({ bytes }) => {
        const { width, height } = await sharp(bytes).metadata();
        return `${width} × ${height} ${await quartersOf(bytes)}`;
      }),
    );
    expect(arrived.toSorted()).toEqual([
      '160 × 100 GR-B',
      '500 × 800 BR-G',
      '63 × 100 BR-G',
      '800 × 500 GR-B',
    ]);
  },
);
