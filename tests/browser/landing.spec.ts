import { appStarted } from './delivery/scene';
import { expect, test } from './fixtures';

test.describe('landing page', () => {
  test('shows every element of the specification, literally', async ({ page, site }) => {
    await page.goto(site);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We make your cabinets look like new!',
    );
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/');

    const tiles = page.getByTestId('tiles').getByRole('link');
    await expect(tiles).toHaveText([
      /Request service/,
      /Our work/,
      /Instagram/,
      /Facebook/,
      /Tiktok/,
    ]);
    for (const name of ['Instagram', 'Facebook', 'Tiktok']) {
      const tile = page.getByTestId('tiles').getByRole('link', { name });
      await expect(tile).toHaveAttribute('target', '_blank');
      await expect(tile).toHaveAttribute('rel', /noopener/);
    }

    const maps = page.getByRole('link', { name: /Check our locals/ });
    await expect(maps).toContainText('Lawrenceville and its surroundings');
    const whatsapp = page.getByRole('link', { name: /Whatsapp us/ });
    await expect(whatsapp).toContainText('Click here to chat with us');
    await expect(whatsapp).toContainText(/\+?[\d ()-]{10,}/);
    // What a desktop browser gets is known once the app runs.
    await expect(whatsapp).toHaveAttribute('href', /^https:\/\/web\.whatsapp\.com\/send\?/);
    const address = new URL((await whatsapp.getAttribute('href'))!);
    expect(address.searchParams.get('phone')).toMatch(/^\d{10,15}$/);
    expect(address.searchParams.get('text')).toBe(
      'Hello, I came from the website to request a service.',
    );

    await expect(page.getByRole('heading', { name: 'Explore our work' })).toBeVisible();
    const cards = page.locator('#gallerySection').getByRole('link');
    await expect(cards).toHaveCount(8);
    for (const card of await cards.all()) {
      await expect(card).toHaveAttribute('href', /^\/work\/[a-z0-9-]+$/);
    }
  });

  test('the WhatsApp link of a phone uses the mobile address', async ({ browser, site }) => {
    const context = await browser.newContext({
      userAgent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    });
    const page = await context.newPage();
    await page.goto(site);
    await expect(page.getByRole('link', { name: /Whatsapp us/ })).toHaveAttribute(
      'href',
      /^https:\/\/api\.whatsapp\.com\/send\?/,
    );
    await context.close();
  });

  test('every card shows a picture that the project drew', async ({ page, site }) => {
    await page.goto(site);
    const pictures = page.locator('#gallerySection img');
    await expect(pictures).toHaveCount(8);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(100);
      await expect(picture).toHaveAttribute('alt', /^Sample illustration/);
    }
  });

  test('a work added by another client appears without a reload', async ({
    page,
    site,
    backend,
  }) => {
    await page.goto(site);
    const cards = page.locator('#gallerySection').getByRole('link');
    await expect(cards).toHaveCount(8);
    // Also without a look at the gallery, once a visitor has stayed for some seconds.
    await backend.requests.waitFor(
      (request) => request.service === 'firestore' && request.url.includes('/Listen/channel'),
      20_000,
    );
    const answer = await fetch(
      `${backend.origins.firestore}/v1/projects/demo-cabinets/databases/(default)/documents/gallery?documentId=fresh-work`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({
          fields: {
            id: { stringValue: 'fresh-work' },
            title: { stringValue: 'A fresh work' },
            created: { timestampValue: '2026-11-01T12:00:00Z' },
            cover: { mapValue: { fields: {} } },
            before: { arrayValue: {} },
            after: { arrayValue: {} },
          },
        }),
      },
    );
    expect(answer.status).toBe(200);
    await expect(cards).toHaveCount(9);
    await expect(cards.last()).toContainText('A fresh work');
  });

  test('says so when the gallery cannot be read, with a way to retry', async ({
    page,
    site,
    backend,
  }) => {
    const broken = backend.faults.add({
      service: 'firestore',
      url: /documents\/gallery\?/,
      do: { kind: 'status', status: 500 },
    });
    // Or the live listener would bring the works. Without a connection it knows nothing: not "empty".
    backend.faults.add({ url: /Listen\/channel/, do: { kind: 'status', status: 500 } });
    await page.goto(site);
    const retry = page.locator('#gallerySection').getByRole('button', { name: /try again/i });
    await expect(retry).toBeVisible();
    broken.remove();
    await retry.click();
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  });

  test('an empty gallery says so', async ({ page, site, backend }) => {
    for (const { path } of backend.firestore.list('gallery')) {
      const answer = await fetch(
        `${backend.origins.firestore}/v1/projects/demo-cabinets/databases/(default)/documents/${path}`,
        { method: 'DELETE', headers: { authorization: 'Bearer owner' } },
      );
      expect(answer.status).toBe(200);
    }
    await page.goto(site);
    await expect(page.locator('#gallerySection')).toContainText(
      'Our first works are on their way here.',
    );
  });

  test('#gallerySection scrolls from any route, and again on a repeated click', async ({
    page,
    site,
  }) => {
    const heading = page.getByRole('heading', { name: 'Explore our work' });
    await page.goto(`${site}/#gallerySection`);
    await expect(heading).toBeInViewport();
    // The browser itself scrolls to the hash until the page has loaded.
    await appStarted(page);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(heading).not.toBeInViewport();
    await page
      .getByTestId('tiles')
      .getByRole('link', { name: /Our work/ })
      .click();
    await expect(heading).toBeInViewport();

    await page.locator('#gallerySection').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/work\//);
    await page.getByRole('link', { name: 'See more works' }).click();
    await expect(page).toHaveURL(`${site}/#gallerySection`);
    await expect(heading).toBeInViewport();
  });
});
