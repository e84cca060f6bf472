import type { Page } from '@playwright/test';

/** The one in the middle. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** From now on the page's CPU is as slow as a phone's: a quarter of this machine's, or a smaller part. */
export async function throttle(page: Page, rate = 4): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
