/** What an owner does at the owner's page of the built site. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Backend } from './fixtures';
import type { InputFile } from './chosenPictures';
import { byPhone, quarters } from './makePictures';
import { button, openPopupOf } from './reviewActions';

export const OWNER = { name: 'Olivia Owner', email: 'owner@example.com' };
export const SIGN_IN_AS_OWNER = 'Sign in with Google';
export const ADD_WORK = 'Add a work';

/** Opens the page and signs in; resolves when the page says who that is. */
export async function openOwnerPage(page: Page, name = OWNER.name): Promise<void> {
  await page.goto('/owner');
  await signInAsOwner(page, name);
}

export async function signInAsOwner(page: Page, name = OWNER.name): Promise<void> {
  const popup = await openPopupOf(page, SIGN_IN_AS_OWNER);
  await popup.getByRole('button', { name }).click();
  await expect(button(page, 'Sign out')).toBeVisible();
}

/** Photos as a phone writes them, each of other colours. */
export function photos(count: number, width = 1200, height = 900): Promise<InputFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await byPhone(
        quarters(width, height)
          .linear(0.6, 20 * (index + 1))
          .jpeg({ quality: 90 }),
      ).toBuffer(),
    })),
  );
}

/** A photo that is smaller than the picture on the gallery's card. */
export const tinyPhoto = async (): Promise<InputFile> => ({
  name: 'tiny.png',
  mimeType: 'image/png',
  buffer: await sharp(await quarters(300, 200).png().toBuffer()).toBuffer(),
});

export async function choosePhotos(
  page: Page,
  side: 'before' | 'after',
  files: InputFile[],
): Promise<void> {
  await page.getByLabel(`Add ${side} pictures`).setInputFiles(files);
}

/** Waits until so many pictures show what they are. */
export const prepared = (page: Page, count: number): Promise<void> =>
  expect(page.locator('figure img')).toHaveCount(count);

/** Opens the editor and enters a work with one picture before and two after. */
export async function enterWork(page: Page, title = 'Willow Bend kitchen'): Promise<void> {
  await button(page, ADD_WORK).click();
  await page.getByLabel('Title', { exact: true }).fill(title);
  const [before, ...after] = await photos(3);
  await choosePhotos(page, 'before', [before!]);
  await choosePhotos(page, 'after', after);
  await prepared(page, 3);
}

/** The files of a work as they are stored, by name. */
export const storedFiles = (backend: Backend, work: string) =>
  backend.storage.list().filter(({ name }) => name.startsWith(`gallery/${work}/`));
