/** Links that somebody sends to a visitor: each ends where the product says, and nothing of it runs. */
import type { Page } from '@playwright/test';
import { appStarted, workerControls } from '../delivery/scene';
import { EVIL, IMAGE, RUN, expect, test } from './watch';

test.use({ reducedMotion: 'reduce' });

type Screen = 'landing' | 'form' | 'not found';
/** Undefined: the address stays as it is. */
type Case = [address: string, shows: Screen, at?: string];

const LONG = 'h'.repeat(50_000);
const HASHES: Case[] = [
  [`/#${IMAGE}`, 'landing', `/${new URL(`#${IMAGE}`, 'http://x').hash}`],
  ['/#[::x(', 'landing'],
  ['/#%E0%A4%A', 'landing'],
  ['/#__proto__', 'landing'],
  [`/#//${EVIL}`, 'landing'],
  [`/#${LONG}`, 'landing'],
  ['/#request-service%3Cimg', 'landing'],
  ['/#REQUEST-SERVICE', 'landing'],
  ['/#request-name', 'landing'],
  ['/#request-service', 'form'],
];

const PATHS: Case[] = [
  ...[
    '/work/%2e%2e',
    '/work/%252e%252e',
    `/work/${encodeURIComponent(IMAGE)}`,
    '/work/%3Cscript%3Ehacked()%3C%252Fscript%3E',
    `/work/javascript:${RUN}`,
    '/work/constructor',
    '/work/__x__',
    '/work/a%00b',
    '/work/%20%20',
    '/work/%E2%80%AEx',
    '/work/x%3Fkey=y%23z',
    '/work/requests:runQuery',
    `/work/${'y'.repeat(7000)}`,
    '/work/nothing#x',
    '/work/nothing/',
  ].map((path): Case => [path, 'landing', '/']),
  ['/work/a/b', 'not found'],
  ['/work/', 'not found'],
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

for (const [name, isControlled] of [
  ['from the server', false],
  ['under the worker', true],
] as const) {
  test(`hostile addresses ${name}`, async ({ page, site }) => {
    test.slow();
    if (isControlled) {
      await page.goto('/');
      await workerControls(page);
    }
    for (const [address, screen, at = address] of [...PATHS, ...(isControlled ? [] : HASHES)]) {
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
  });
}

test('hashes that change while the page is open', async ({ page, site }) => {
  await page.goto('/');
  await appStarted(page);
  for (const [address, screen, at = address] of HASHES) {
    await test.step(address.slice(0, 80), async () => {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address.slice(1));
      await expect(page).toHaveURL(site + at);
      await expectShown(page, screen);
    });
  }
});
