// Node finds no names in it, only the whole.
import exifr from 'exifr';
import sharp from 'sharp';
import { expect, test } from './fixtures';
import { CATEGORY, FILLED, fillForm, openForm } from './requestForm';
import { heic, pdf, photoWithGps, png, svg } from '../pictures';

// oxlint-disable-next-line import/no-named-as-default-member -- see above
const { gps } = exifr;

const phone = { viewport: { width: 390, height: 844 } };

test.describe('service request', () => {
  test.use(phone);

  test('with two pictures ends in the success screen, stored as the specification says', async ({
    page,
    site,
    backend,
    requestsStored,
    objectsStored,
  }) => {
    await page.goto(site);
    await openForm(page);
    await fillForm(page);
    await page.getByLabel(CATEGORY).check();
    await page.getByTestId('image-input').setInputFiles([
      { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await photoWithGps() },
      { name: 'door.png', mimeType: 'image/png', buffer: await png() },
    ]);
    await expect(page.getByTestId('image-preview')).toHaveCount(2);
    await page.getByRole('button', { name: 'Send request' }).click();

    await expect(page.getByText('Request created sucessfully')).toBeVisible();
    await expect(
      page.getByText('Thank you for choosing us, we will contact you as soon as possible.'),
    ).toBeVisible();

    const [request, ...others] = requestsStored();
    expect(others).toEqual([]);
    const { files, created, id, categories, ...rest } = request!;
    expect(rest).toEqual({ ...FILLED, status: 1 });
    expect(id).toMatch(/^[1-9][0-9]{9}$/);
    expect(Date.parse(created as string)).not.toBeNaN();
    expect(categories).toHaveLength(1);
    expect(files).toHaveLength(2);

    for (const file of files as { ref: string; url: string; thumb: string; thumbRef: string }[]) {
      expect(Object.keys(file).sort()).toEqual(['ref', 'thumb', 'thumbRef', 'url']);
      expect(file.ref).toMatch(
        new RegExp(`^requests/${id as string}/[A-Za-z0-9]{10}\\.(jpg|png)$`),
      );
      const image = await download(file.url);
      const size = await sharp(image).metadata();
      expect(Math.max(size.width!, size.height!)).toBeLessThanOrEqual(2048);
      expect(await gps(image).catch(() => undefined)).toBeUndefined();
      const thumb = await sharp(await download(file.thumb)).metadata();
      expect(thumb.height).toBe(100);
      expect(thumb.width).toBe(133);
    }
    expect(objectsStored()).toHaveLength(4);
    expect(backend.requests.filter((r) => r.status === 403)).toEqual([]);

    await page.getByText('Click here to continue').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${site}/`);
  });

  test('a third picture raises the alert and two are kept', async ({ page, site }) => {
    await page.goto(`${site}/#request-service`);
    const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page
      .getByTestId('image-input')
      .setInputFiles([
        picture('a.png', await png(300, 200, 1)),
        picture('b.png', await png(300, 200, 2)),
        picture('c.png', await png(300, 200, 3)),
      ]);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('No more than 2 images are allowed');
    await expect(page.getByTestId('image-preview')).toHaveCount(2);

    // A second one is announced as well, so the alert is another element.
    const first = await alert.elementHandle();
    await page.getByTestId('image-input').setInputFiles(picture('d.png', await png(300, 200, 4)));
    await expect.poll(() => first!.evaluate((element) => element.isConnected)).toBe(false);
    await expect(alert).toHaveText('No more than 2 images are allowed');
    await expect(page.getByTestId('image-preview')).toHaveCount(2);
  });

  test('what is no picture is not added', async ({ page, site }) => {
    await page.goto(`${site}/#request-service`);
    const input = page.getByTestId('image-input');
    await input.setInputFiles({ name: 'plan.jpg', mimeType: 'image/jpeg', buffer: pdf });
    await input.setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('hi'),
    });
    await input.setInputFiles({ name: 'door.svg', mimeType: 'image/svg+xml', buffer: svg });
    await input.setInputFiles({
      name: 'ok.png',
      mimeType: 'image/png',
      buffer: await png(300, 200),
    });
    await expect(page.getByTestId('image-preview')).toHaveCount(1);

    // Pictures by their first bytes: what the browser cannot show is told by its name.
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const big = Buffer.concat([heic(), Buffer.alloc(10 * 1024 * 1024)]);
    for (const [name, buffer] of Object.entries({ 'broken.jpg': jpeg, 'big.heic': big })) {
      await input.setInputFiles({ name, mimeType: '', buffer });
      await expect(page.getByText(/^Not added/)).toContainText(name);
      await expect(page.getByTestId('image-preview')).toHaveCount(1);
    }
  });

  test('a HEIC that the browser cannot decode goes as it is, with a placeholder', async ({
    page,
    site,
    requestsStored,
    objectsStored,
  }) => {
    const original = heic();
    await page.goto(`${site}/#request-service`);
    await fillForm(page);
    await page
      .getByTestId('image-input')
      .setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: original });
    await expect(page.getByTestId('image-preview')).toHaveText('IMG_1.HEIC');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Request created sucessfully')).toBeVisible();
    const [file] = requestsStored()[0]!.files as { ref: string; thumb: string }[];
    expect(file!.ref).toMatch(/\.heic$/);
    const stored = objectsStored().find((object) => object.name === file!.ref)!;
    expect(Buffer.from(stored.bytes)).toEqual(original);
    expect((await sharp(await download(file!.thumb)).metadata()).height).toBe(100);
  });

  test('nothing is sent while a required field is empty; the first one gets the focus', async ({
    page,
    site,
    backend,
    requestsStored,
  }) => {
    await page.goto(`${site}/#request-service`);
    await page.getByLabel('Name').fill('Ana');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    expect(requestsStored()).toEqual([]);
    expect(backend.requests.filter((r) => r.url.includes(':commit'))).toEqual([]);
  });

  test('a create that the rules refuse goes back to editing with everything kept, no message', async ({
    page,
    site,
    backend,
    requestsStored,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    backend.faults.add({
      service: 'firestore',
      url: /:commit/,
      when: 'before',
      do: { kind: 'status', status: 403 },
    });
    await page.goto(`${site}/#request-service`);
    await fillForm(page);
    await page.getByTestId('image-input').setInputFiles({
      name: 'door.png',
      mimeType: 'image/png',
      buffer: await png(300, 200),
    });
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('button', { name: 'Send request' })).toBeEnabled();
    await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(requestsStored()).toEqual([]);
    expect(logged.some((text) => /refused/i.test(text))).toBe(true);
  });

  test('shows creating and uploading with real numbers', async ({ page, site, backend }) => {
    backend.faults.add({
      service: 'firestore',
      url: /:commit/,
      count: 1,
      when: 'before',
      do: { kind: 'latency', ms: 800 },
    });
    backend.faults.add({
      service: 'storage',
      method: 'POST',
      when: 'before',
      do: { kind: 'latency', ms: 300 },
    });
    await page.goto(`${site}/#request-service`);
    await fillForm(page);
    await page.getByTestId('image-input').setInputFiles([
      { name: 'a.png', mimeType: 'image/png', buffer: await png(900, 700, 5) },
      { name: 'b.png', mimeType: 'image/png', buffer: await png(900, 700, 6) },
    ]);
    await expect(page.getByTestId('image-preview')).toHaveCount(2);
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Creating request')).toBeVisible();
    await expect(page.getByText('Uploading files...')).toBeVisible();
    const title = page.getByText('Subiendo nuevos archivos');
    await expect(title).toBeVisible();
    await expect(title).toHaveAttribute('lang', 'es');
    const bar = page.getByRole('progressbar');
    await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9]\d?%, [01] of 2$/);
    await expect(page.getByText('1 of 2', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Request created sucessfully')).toBeVisible();
  });
});

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
