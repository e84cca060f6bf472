import type { Page } from '@playwright/test';

/** The one in the middle. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** From now on the page's CPU is as slow as a phone's: a quarter of this machine's. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
