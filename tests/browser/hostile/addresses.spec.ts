/** Links that somebody sends to a visitor: each ends where the product says, and nothing of it runs. */
import type { Page } from '@playwright/test';
import { appStarted, workerControls } from '../delivery/scene';
import { EVIL, IMAGE, RUN, SCRIPT, expect, test } from './watch';

test.use({ reducedMotion: 'reduce' });

type Case = [what: string, address: string, at: string, shows: Screen];
type Screen = 'landing' | 'form' | 'not found';

const at = (hash: string) => new URL(hash, 'http://x').hash;
const hash = (what: string, text: string): Case => [what, `/${text}`, `/${at(text)}`, 'landing'];

const HASHES: Case[] = [
  hash('markup', `#${IMAGE}`),
  hash('a script', `#${SCRIPT}`),
  hash('a selector', '#gallerySection, *[onclick]'),
  hash('a broken selector', '#[::x('),
  hash('a broken percent code', '#%E0%A4%A'),
  hash('the end of a string', '#%00'),
  hash('a property', '#__proto__'),
  hash('an address', `#javascript:${RUN}`),
  hash('a host', `#//${EVIL}`),
  hash('50,000 letters', `#${'h'.repeat(50_000)}`),
  hash('emoji', '#🚪'),
  hash('the form with more behind', '#request-service<img src=x>'),
  hash('the form in capitals', '#REQUEST-SERVICE'),
  hash('the form twice', '#request-service#request-service'),
  hash('the form in percent code', '#request%2Dservice'),
  hash('a field of the form', '#request-name'),
  ['the form', '/#request-service', '/#request-service', 'form'],
  [
    'the form with a query',
    `/?a=${SCRIPT}#request-service`,
    `/?a=${encoded(SCRIPT)}#request-service`,
    'form',
  ],
];

/** As browsers write a query. */
function encoded(text: string): string {
  return new URL(`?${text}`, 'http://x').search.slice(1);
}

const home = (what: string, address: string): Case => [what, address, '/', 'landing'];

const PATHS: Case[] = [
  home('up, from a work', '/work/x/../..'),
  home('up, in percent code', '/work/%2e%2e'),
  home('up, in percent code with capitals', '/work/%2E%2E/%2E%2E'),
  home('up, twice encoded', '/work/%252e%252e'),
  home('here', '/work/%252e'),
  home('markup in the id', `/work/${encodeURIComponent(IMAGE)}`),
  home('a script in the id', '/work/%3Cscript%3Ehacked()%3C%252Fscript%3E'),
  home('javascript as id', `/work/javascript:${RUN}`),
  home('data as id', '/work/data:text,x'),
  home('a property as id', '/work/constructor'),
  home('a prototype as id', '/work/__proto__'),
  home('a reserved id', '/work/__x__'),
  home('an id that ends a string', '/work/a%00b'),
  home('blanks as id', '/work/%20%20'),
  home('an id from right to left', '/work/%E2%80%AEx'),
  home('a query in the id', '/work/x%3Fkey=y%23z'),
  home('a collection as id', '/work/requests:runQuery'),
  home('an id of 1,501 bytes', `/work/${'x'.repeat(1501)}`),
  home('an id of 7,000 letters', `/work/${'y'.repeat(7000)}`),
  home('a work and a hash', `/work/nothing#${IMAGE}`),
  home('a work and a slash', '/work/nothing/'),
  ['a page within a work', '/work/a/b', '/work/a/b', 'not found'],
  ['no id', '/work/', '/work/', 'not found'],
  ['another page', '/admin', '/admin', 'not found'],
  [
    'another page with markup',
    `/${encodeURIComponent(IMAGE)}`,
    `/${encodeURIComponent(IMAGE)}`,
    'not found',
  ],
  [
    'a query',
    `/?redirect=https://${EVIL}&__proto__[x]=1`,
    `/?redirect=https://${EVIL}&__proto__[x]=1`,
    'landing',
  ],
  ['a query with markup', `/?q=${IMAGE}`, `/?q=${encoded(IMAGE)}`, 'landing'],
];

async function expectShown(page: Page, screen: Screen): Promise<void> {
  if (screen === 'not found') {
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
    return;
  }
  await expect(page.locator('#headline')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(screen === 'form' ? 1 : 0);
}

/** What the page's start, and hosting, could take amiss; the rest is told apart by the app alone. */
const ARRIVALS = [
  'markup',
  'a broken percent code',
  'a host',
  '50,000 letters',
  'the form with more behind',
  'the form',
  'the form with a query',
];
const SERVED = [
  'up, in percent code',
  'up, twice encoded',
  'markup in the id',
  'an id that ends a string',
  'a query in the id',
  'an id of 7,000 letters',
  'no id',
  'another page with markup',
  'a query with markup',
];
const among = (cases: Case[], names: string[]) => cases.filter(([what]) => names.includes(what));

for (const [name, cases, isControlled] of [
  ['hashes', among(HASHES, ARRIVALS), false],
  ['paths, from the server', among(PATHS, SERVED), false],
  ['paths, under the worker', PATHS, true],
] as const) {
  test(`${name}: ${cases.length} hostile addresses`, async ({ page, site }) => {
    test.slow();
    if (isControlled) {
      await page.goto('/');
      await workerControls(page);
    }
    for (const [what, address, expected, screen] of cases) {
      await test.step(what, async () => {
        // Another page in between: only then a hash alone is an arrival.
        if (name === 'hashes') await page.goto('about:blank');
        await page.goto(address);
        await expectShown(page, screen);
        if (screen !== 'not found') await appStarted(page);
        await expect(page).toHaveURL(site + expected);
        await expectShown(page, screen);
      });
    }
  });
}

test('hashes that change while the page is open', async ({ page, site }) => {
  await page.goto('/');
  await appStarted(page);
  for (const [what, address, expected, screen] of HASHES.filter(
    ([, , url]) => !url.includes('?'),
  )) {
    await test.step(what, async () => {
      await page.evaluate((to) => {
        location.hash = to.slice(to.indexOf('#'));
      }, address);
      await expect(page).toHaveURL(site + expected);
      await expectShown(page, screen);
    });
  }
});
