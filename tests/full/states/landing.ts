import { expect, type Page } from '@playwright/test';
import { firstWork, storeDocument } from '../../browser/stored';
import type { Fault, ScreenState, Stage } from './state';

const GALLERY = '#gallerySection';
/** Opens the landing page and waits for `text` in the gallery. */
async function galleryThatSays({ page }: Stage, text: string | RegExp): Promise<Page> {
  await page.goto('/');
  await expect(page.locator(GALLERY)).toContainText(text);
  return page;
}

/** The gallery where all that reads it ends like this. */
const failing = (name: string, end: Fault, text: string): ScreenState => ({
  name,
  about: GALLERY,
  open(stage) {
    stage.backend.faults.add({
      service: 'firestore',
      url: /documents\/gallery\?|Listen\/channel/,
      do: end,
    });
    return galleryThatSays(stage, text);
  },
});

export const LANDING_STATES: ScreenState[] = [
  {
    name: 'landing',
    isTall: true,
    async open({ page }) {
      await page.goto('/');
      await expect(page.locator(GALLERY).getByRole('link')).toHaveCount(8);
      return page;
    },
  },
  {
    name: 'landing-slider-focused',
    async open({ page }) {
      await page.goto('/');
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowLeft');
      return page;
    },
  },
  failing('gallery-loading', { kind: 'silence' }, 'Loading our work…'),
  failing('gallery-failed', { kind: 'status', status: 500 }, 'The gallery did not load.'),
  failing('gallery-offline', { kind: 'reset' }, 'You are offline.'),
  {
    name: 'gallery-empty',
    about: GALLERY,
    async open(stage) {
      for (const { path } of stage.backend.firestore.list('gallery')) {
        await storeDocument(stage.backend, path, undefined);
      }
      return galleryThatSays(stage, 'Our first works are on their way here.');
    },
  },
  {
    name: 'gallery-long-words',
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
  {
    name: 'offline-hint',
    async open({ page, context }) {
      await page.goto('/');
      await expect(page.locator(GALLERY).getByRole('link')).toHaveCount(8);
      await context.setOffline(true);
      await expect(page.getByText('You are offline')).toBeVisible();
      return page;
    },
  },
  {
    name: 'not-found',
    isTall: true,
    async open({ page }) {
      await page.goto('/no/such/page');
      await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
      return page;
    },
  },
];
