import { expect, type Page } from '@playwright/test';
import { firstWork, storeDocument } from '../../browser/stored';
import type { Fault, ScreenState, ScreenStates, Stage } from './state';

const GALLERY = '#gallerySection';

/** Opens the landing page and waits for `text` in the gallery. */
async function galleryThatSays({ page }: Stage, text: string): Promise<Page> {
  await page.goto('/');
  await expect(page.locator(GALLERY)).toContainText(text);
  return page;
}

async function openLanding({ page }: Stage): Promise<Page> {
  await page.goto('/');
  await expect(page.locator(GALLERY).getByRole('link')).toHaveCount(8);
  return page;
}

/** The gallery where all that reads it ends like this. */
const failing = (end: Fault, text: string): ScreenState => ({
  about: GALLERY,
  open(stage) {
    stage.backend.faults.add({ url: /documents\/gallery\?|Listen\/channel/, do: end });
    return galleryThatSays(stage, text);
  },
});

export const landing: ScreenStates = {
  landing: { isTall: true, open: openLanding },
  async 'landing-slider-focused'({ page }) {
    await page.goto('/');
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    return page;
  },
  'gallery-loading': failing({ kind: 'silence' }, 'Loading our work…'),
  'gallery-failed': failing({ kind: 'status', status: 500 }, 'The gallery did not load.'),
  'gallery-offline': failing({ kind: 'reset' }, 'You are offline.'),
  'gallery-empty': {
    about: GALLERY,
    async open(stage) {
      for (const { path } of stage.backend.firestore.list('gallery')) {
        await storeDocument(stage.backend, path, undefined);
      }
      return galleryThatSays(stage, 'Our first works are on their way here.');
    },
  },
  'gallery-long-words': {
    about: GALLERY,
    async open(stage) {
      const long = 'Arbeitszimmerschrankwandoberflächenbeschichtung';
      await storeDocument(stage.backend, `gallery/${firstWork(stage.backend)}`, {
        title: `${long} and ${long}`,
        created: new Date('2026-01-01T00:00:00Z'),
        cover: {},
        before: [],
        after: [],
      });
      return galleryThatSays(stage, long);
    },
  },
  async 'offline-hint'(stage) {
    const page = await openLanding(stage);
    await stage.context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    return page;
  },
  'not-found': {
    isTall: true,
    async open({ page }) {
      await page.goto('/no/such/page');
      await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
      return page;
    },
  },
};
