// The request form, from typing to the stored request.
// Node sees this package's default export only.
import exifr from 'exifr';
import sharp from 'sharp';
import { once, smallPictures } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { heic, pdf, photoWithGps, png, svg } from '../support/makePictures';
import {
  CATEGORY,
  FILLED,
  choose,
  fillForm,
  openForm,
  pastePicture,
  pngFile,
  sendButton,
} from '../support/formActions';

// oxlint-disable-next-line import/no-named-as-default-member -- see above
const { gps } = exifr;
const FORM = '/#request-service';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

test(
  'a request with two pictures ends in the success screen and is stored as specified',
  { tag: '@official' },
  async ({ page, site, backend, requestsStored, objectsStored }) => {
    await page.goto('/');
    await openForm(page);
    await fillForm(page);
    await page.getByLabel(CATEGORY).check();
    await choose(page, [
      { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await photoWithGps() },
      { name: 'door.png', mimeType: 'image/png', buffer: await png() },
    ]);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    await expect(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'Thank you for choosing us, we will contact you as soon as possible.' }),
    ).toBeVisible();

    const [request, ...others] = requestsStored();
    expect(others).toEqual([]);
    const { files, created, id, categories, ...rest } = request!;
    expect(rest).toEqual({ ...FILLED, status: 1 });
    expect(id).toMatch(/^[1-9][0-9]{9}$/);
    expect(Date.parse(created)).not.toBeNaN();
    expect(categories).toHaveLength(1);
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(Object.keys(file).sort()).toEqual(['ref', 'thumb', 'thumbRef', 'url']);
      expect(file.ref).toMatch(new RegExp(`^requests/${id}/[A-Za-z0-9]{10}\\.(jpg|png)$`));
      const image = await download(file.url);
      const { width, height } = await sharp(image).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(2048);
      expect(await gps(image).catch(() => undefined)).toBeUndefined();
      const thumb = await sharp(await download(file.thumb)).metadata();
      expect([thumb.width, thumb.height]).toEqual([133, 100]);
    }
    expect(objectsStored()).toHaveLength(4);
    expect(backend.requests.filter(({ status }) => status === 403)).toEqual([]);

    await page.getByText('Click here to continue').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${site}/`);
  },
);

test('a third picture raises an alert and is not added; files that are not pictures are named with the reason', async ({
  page,
}) => {
  await page.goto(FORM);
  const [text, empty] = ['hi', ''].map((content) => Buffer.from(content));
  const files = { 'plan.jpg': pdf, 'note.txt': text!, 'door.svg': svg, 'empty.png': empty! };
  const none = Object.entries(files).map(([name, buffer]) => {
    return { name, mimeType: 'image/png', buffer };
  });
  await choose(page, none, 0);
  // As loudly as a third picture.
  await expect(page.getByRole('alert').getByText(/^Not added/)).toHaveText([
    'Not added (empty here; if it is in a cloud, download it first): empty.png',
    'Not added (not a picture that we can open): plan.jpg, note.txt, door.svg',
  ]);
  const [second, ...others] = await Promise.all(
    [1, 2, 3].map((seed) => pngFile(`${seed}.png`, seed)),
  );
  await choose(page, [{ name: 'IMG_1.HEIC', mimeType: '', buffer: heic() }], 1);
  const previews = page.getByTestId('image-preview');
  await expect(previews).toHaveText('IMG_1.HEICPreview not available here');
  // Pictures by their first bytes, which the browser cannot show: their names are listed.
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const big = Buffer.concat([heic(), Buffer.alloc(10 * 1024 * 1024)]);
  for (const [name, buffer] of Object.entries({ 'broken.jpg': jpeg, 'big.heic': big })) {
    await choose(page, [{ name, mimeType: '', buffer }], 1);
    await expect(page.getByText(/^Not added/)).toContainText(name);
  }

  const alert = page.getByRole('alert');
  await choose(page, [second!, others[0]!], 2);
  await expect(alert).toHaveText('No more than 2 images are allowed');
  // A second one is announced as well, so the alert is another element.
  const announced = await alert.elementHandle();
  // There is no field for a third one, but it can still be pasted.
  await expect(page.getByTestId('image-input')).toHaveCount(0);
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await pastePicture(page, others[1]!.buffer);
  await expect.poll(() => announced!.evaluate((element) => element.isConnected)).toBe(false);
  await expect(alert).toHaveText('No more than 2 images are allowed');
  const [said, shown] = await Promise.all(
    [alert, previews.first()].map((part) => part.boundingBox()),
  );
  expect(shown!.y - said!.y - said!.height).toBeGreaterThanOrEqual(8);
});

test(
  'each picture stays in its place; one that is removed empties it, and its file can be chosen again, in both places',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto(FORM);
    await fillForm(page);
    const pictures = page.getByRole('group', { name: 'Pictures' });
    const [kitchen, door] = ['The whole kitchen', 'One door up close'].map((name) =>
      pictures.getByLabel(name),
    );
    /** The contents of the places, from left to right. */
    const places = () =>
      pictures.locator('img, input').evaluateAll((all) =>
        all.map((each) =>
          each instanceof HTMLImageElement
            ? each.alt
            : // An input that was just replaced has no label any more.
              (each as HTMLInputElement).labels?.[0]?.textContent,
        ),
      );
    const [small] = await smallPictures(1);
    const file = { ...small!, name: 'door.png' };
    await door!.setInputFiles(file);
    await expect.poll(places).toEqual([expect.stringContaining('The whole kitchen'), 'door.png']);
    await kitchen!.setInputFiles(await pngFile('kitchen.png', 2));
    await expect.poll(places).toEqual(['kitchen.png', 'door.png']);
    await page.getByRole('button', { name: 'Remove door.png' }).click();
    await expect(door!).toBeFocused();
    expect(await places()).toEqual(['kitchen.png', expect.stringContaining('One door up close')]);
    // Browsers send no event if a file input already holds the same file.
    await door!.setInputFiles(file);
    await page.getByRole('button', { name: 'Remove kitchen.png' }).click();
    await kitchen!.setInputFiles(file);
    await expect.poll(places).toEqual(['door.png', 'door.png']);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    await once(backend, { fields: { ...FILLED, categories: [] }, pictures: [file, file] });
  },
);

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
