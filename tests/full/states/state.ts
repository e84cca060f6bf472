/** What a state of a screen is to those who look at all of them: pictures, axe, measurements. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Backend } from '../../../backend/backend';

/** Where a state is brought about: a page nobody has used, and a fresh backend that obeys faults. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  backend: Backend;
}

/** How a call of the page ends that does not get its answer. */
export type Fault = Parameters<Backend['faults']['add']>[0]['do'];

export interface ScreenState {
  /** Brings the state about; resolves with the page that shows it once it is there. */
  open(stage: Stage): Promise<Page>;
  /** The page goes on below the screen, and that part belongs to the state. */
  isTall?: boolean;
  /** A selector: what of the page the state is about, where that is not its top. */
  about?: string;
}

/** By names in the words of a file name: `request-uploading`. */
export type ScreenStates = Record<string, ScreenState | ScreenState['open']>;

/**
 * Resolves when nothing moves any more: fonts and pictures are there, no transition runs. Pictures
 * below the screen are fetched, too.
 */
export async function settled(page: Page): Promise<void> {
  // Behind a pop-up no frames are drawn.
  await page.bringToFront();
  await page.evaluate(async () => {
    // After a change of size the browser may take other files for the same pictures.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    await document.fonts.ready;
    const arrivals = [...document.images].map((image) => {
      image.loading = 'eager';
      // One that does not arrive is drawn as missing.
      return image.decode().catch(() => undefined);
    });
    await Promise.all(arrivals);
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ends);
  });
}
