/** The installed app on a later day, with the server gone. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser/fixtures';
import { fillForm } from '../../browser/requestForm';
import {
  drained,
  once,
  pressSend,
  smallPictures,
  waitingRecords,
  workerControls,
} from '../../browser/delivery/scene';

const cards = (page: Page) => page.locator('#gallerySection').getByRole('link');

/** Scrolls past every card, as a visitor does, and sees each of their pictures. */
async function seeGallery(page: Page): Promise<void> {
  await expect(cards(page)).toHaveCount(8);
  const pictures = page.locator('#gallerySection img');
  await expect(pictures).toHaveCount(8);
  for (const picture of await pictures.all()) await seePicture(picture);
}

async function seePicture(picture: ReturnType<Page['locator']>): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(100);
}

/** How many answers a cache holds. */
function cached(page: Page, name: string): Promise<number> {
  return page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).length, name);
}

test('25. offline first visit after install: landing, gallery, works and the request form work', async ({
  profiles,
  site,
  backend,
}) => {
  test.slow();
  const profile = profiles.create();
  const first = await profile.launch();
  const [page] = first.context.pages() as [Page];
  await page.goto(site);
  await workerControls(page);
  await seeGallery(page);
  const [seen, unseen] = (await Promise.all(
    [0, 1].map((index) => cards(page).nth(index).getAttribute('href')),
  )) as [string, string];
  const [name, unseenName] = (await Promise.all(
    [0, 1].map(async (index) => (await cards(page).nth(index).innerText()).split('\n')[0]),
  )) as [string, string];
  await cards(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await seePicture(page.locator('main img').first());
  // What the visit before the worker had loaded is in the caches, too.
  await expect.poll(() => cached(page, 'gallery')).toBe(1);
  await expect.poll(() => cached(page, 'pictures')).toBeGreaterThan(8);
  await first.close();

  await backend.goDown();
  const second = await profile.launch();
  const [cold] = second.context.pages() as [Page];
  await cold.goto(site);
  await expect(cold.getByRole('heading', { level: 1 })).toHaveText(
    'We make your cabinets look like new!',
  );
  await seeGallery(cold);

  await cold.goto(site + seen);
  await expect(cold.getByRole('heading', { level: 1 })).toContainText(name);
  await seePicture(cold.locator('main img').first());

  await cold.goto(site + unseen);
  await expect(cold.getByRole('heading', { level: 1 })).toContainText(unseenName);

  await cold.goto(`${site}/#request-service`);
  await fillForm(cold);
  await cold.getByTestId('image-input').setInputFiles(await smallPictures(2));
  await expect(cold.getByTestId('image-preview')).toHaveCount(2);
  await pressSend(cold);
  await expect(cold.getByText('Not sent yet, but safe')).toBeVisible({ timeout: 30_000 });
  const [saved] = await waitingRecords(cold);
  expect(saved!.pictures).toHaveLength(2);

  await backend.comeUp();
  await cold.reload();
  await drained(cold);
  await once(backend, saved!);
});
