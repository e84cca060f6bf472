import { expect, type Page } from '@playwright/test';
import { fromFields } from '../../../local/protoJson';
import type { Backend } from '../fixtures';
import type { Good } from './works';

interface Sample {
  title: string;
  created: string;
  cover: Good;
}

function samplesOf(backend: Backend): Sample[] {
  const works = backend.firestore
    .list('gallery')
    .map(({ fields }) => fromFields(fields) as unknown);
  return (works as Sample[]).toSorted((a, b) => (a.created < b.created ? -1 : 1));
}

/** The titles of the sample works, as the gallery shows them. */
export const titlesOf = (backend: Backend): string[] =>
  samplesOf(backend).map(({ title }) => title);

/** Pictures that exist. */
export function goodPictures(backend: Backend): Good {
  const { url, thumb } = samplesOf(backend)[0]!.cover;
  return { url, thumb };
}

/** Scrolls down until so many works are there: they are rendered as their end comes near. */
export async function reachAll(page: Page, count: number): Promise<void> {
  const cards = page.locator('#gallerySection li > a');
  const down = async () => {
    await page.keyboard.press('End');
    return cards.count();
  };
  await expect.poll(down, { timeout: 60_000, intervals: [50] }).toBe(count);
}
