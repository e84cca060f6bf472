/** Links that somebody sends to a visitor: each ends where the product says, and nothing of it runs. */
import type { Page } from '@playwright/test';
import { appStarted, workerControls } from '../support/deliveryActions';
import { EVIL, IMAGE, RUN, expect, test } from './watch';

test.use({ reducedMotion: 'reduce' });

type Screen = 'landing' | 'form' | 'not found';
/** Undefined: the address stays as it is. */
type Case = [address: string, shows: Screen, at?: string];

const LONG = 'h'.repeat(50_000);
const ADDRESSES: Case[] = [
  [`/#${IMAGE}`, 'landing', `/${new URL(`#${IMAGE}`, 'http://x').hash}`],
  ['/#%E0%A4%A', 'landing'],
  [`/#${LONG}`, 'landing'],
  ['/#request-service', 'form'],
  ...[
    '/work/%2e%2e',
    `/work/${encodeURIComponent(IMAGE)}`,
    `/work/javascript:${RUN}`,
    '/work/__x__',
    '/work/%E2%80%AEx',
    '/work/requests:runQuery',
    `/work/${'y'.repeat(7000)}`,
  ].map((path): Case => [path, 'landing', '/']),
  ['/work/a/b', 'not found'],
  [`/${encodeURIComponent(IMAGE)}`, 'not found'],
  [`/?redirect=https://${EVIL}&__proto__[x]=1`, 'landing'],
  ['/?a=%3Cscript%3E#request-service', 'form'],
];

async function expectShown(page: Page, screen: Screen): Promise<void> {
  if (screen === 'not found') {
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
    return;
  }
  await expect(page.locator('#headline')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(screen === 'form' ? 1 : 0);
}

test(
  'hostile addresses show a harmless page and run nothing',
  { tag: '@full' },
  async ({ page, site }) => {
    await page.goto('/');
    await workerControls(page);
    for (const [address, screen, at = address] of ADDRESSES) {
      await test.step(address.slice(0, 80), async () => {
        // The same page with another hash would not be loaded.
        await page.goto('about:blank');
        await page.goto(address);
        await expectShown(page, screen);
        if (screen !== 'not found') await appStarted(page);
        await expect(page).toHaveURL(site + at);
        await expectShown(page, screen);
      });
    }
  },
);
