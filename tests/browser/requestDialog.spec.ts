// The request form as a dialog, and the draft that it keeps.
import { appStarted } from './delivery/scene';
import { expect, test } from './fixtures';
import { once, readOutbox, smallPictures } from './delivery/scene';
import { FILLED, fillForm, openForm } from './requestForm';
import { png } from '../pictures';

test('a deep link with no history behind it closes in place', async ({ page, site }) => {
  await page.goto(`${site}/#request-service`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);
});

test('opened by a hash in the address bar, it closes by one step back', async ({ page, site }) => {
  const dialog = page.getByRole('dialog');
  await page.goto(site);
  await appStarted(page);
  await page.evaluate(() => {
    location.hash = 'request-service';
  });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);
  await page.goForward();
  await expect(dialog).toBeVisible();
});

test('Back, Escape and the backdrop close it; a press that starts inside does not', async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog');
  await page.goto(site);
  await openForm(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  await openForm(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);
  // Closing was one step back, and nothing else.
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  await openForm(page);
  const box = (await page.getByLabel('Name').boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog).toBeVisible();

  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);
});

test('a draft survives a reload, with its pictures', async ({ page, site }) => {
  await page.goto(`${site}/#request-service`);
  await fillForm(page);
  await page.getByTestId('image-input').setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    buffer: await png(300, 200),
  });
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue(FILLED.name);
  await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
});

test('a chosen file is in the draft as soon as it has its place', async ({ page, site }) => {
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (sessionStorage['left'] || !document.querySelector('[data-testid=image-preview]')) return;
      sessionStorage['left'] = 'yes';
      location.reload();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${site}/#request-service`);
  await fillForm(page);
  const left = page.waitForEvent('load');
  await page.getByTestId('image-input').setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    // As large as a phone's: what trails is no part of the picture, but of the file.
    buffer: Buffer.concat([await png(300, 200), Buffer.alloc(12_000_000)]),
  });
  await left;
  await expect(page.getByLabel('Name')).toHaveValue(FILLED.name);
  await expect(page.getByTestId('image-preview').locator('img')).toBeVisible();
});

test('two tabs with one draft: the last writer wins, what is typed stays in its tab, and each sends', async ({
  page,
  context,
  site,
  backend,
}) => {
  const pictures = await smallPictures(1);
  await page.goto(`${site}/#request-service`);
  await fillForm(page);
  await page.getByTestId('image-input').setInputFiles(pictures);
  await expect.poll(async () => (await readOutbox(page)).files).toBe(1);
  const other = await context.newPage();
  await other.goto(`${site}/#request-service`);
  await expect(other.getByLabel('Name')).toHaveValue(FILLED.name);
  await other.getByLabel('Description').fill('Typed in the other tab.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await expect(other.getByLabel('Description')).toHaveValue('Typed in the other tab.');
  await other.getByRole('button', { name: 'Send request' }).click();
  await expect(other.getByText('Request created sucessfully')).toBeVisible();
  const fields = { ...FILLED, categories: [] };
  const description = 'Typed in the other tab.';
  await once(backend, { fields, pictures }, { fields: { ...fields, description }, pictures });
});

test('shared pictures wait until the form is free, and come into it once', async ({
  page,
  site,
  backend,
}) => {
  await page.goto(`${site}/#request-service`);
  await fillForm(page);
  backend.faults.add({
    service: 'firestore',
    url: /:commit/,
    do: { kind: 'status', status: 503 },
  });
  await page.getByRole('button', { name: 'Send request' }).click();
  const way = page.getByText('Click here to continue');
  await expect(way).toBeVisible();
  const shared = await png(300, 200);
  await page.evaluate(
    async (bytes) => {
      const cache = await caches.open('shared-pictures');
      const headers = { 'content-type': 'image/png', 'x-file-name': 'door.png' };
      await cache.put('/share-target/0', new Response(new Uint8Array(bytes), { headers }));
    },
    [...shared],
  );
  // A share opens the app anew, which shows the request that is not sent yet.
  await page.reload();
  await expect(way).toBeVisible();
  expect(await page.evaluate(() => caches.has('shared-pictures'))).toBe(true);
  await way.click();
  await openForm(page);
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => caches.has('shared-pictures'))).toBe(false);
});

test('a request that nothing keeps and that is refused after the form was closed: the list has it', async ({
  page,
  site,
  backend,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  );
  await page.goto(`${site}/#request-service`);
  await fillForm(page);
  const commit = { service: 'firestore', url: /:commit/ } as const;
  const held = backend.faults.add({ ...commit, count: 1, do: { kind: 'silence' } });
  backend.faults.add({ ...commit, do: { kind: 'status', status: 400 } });
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect.poll(() => held.hits).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The silent connection breaks, and the next try is refused.
  await backend.goDown('firestore');
  await backend.comeUp('firestore');
  await page.getByRole('button', { name: '1 request waiting to be sent' }).click();
  await expect(page.getByText('It was not accepted and needs your attention.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  await expect(page.getByLabel('Description')).toHaveValue(FILLED.description);
});
