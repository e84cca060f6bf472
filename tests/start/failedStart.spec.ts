// A page whose app does not start says so, and how to reach the business; a page that is only slow says nothing.
import type { Page } from '@playwright/test';
import { appStarted } from '../support/deliveryActions';
import { countLoads } from '../support/fixtures';
import { expect, test } from '../support/prerenderedSite';
import { inTurn, startSiteProxy } from '../support/siteProxy';

test.use({ serviceWorkers: 'block' });

const words = (page: Page) => page.locator('#start-failed');

/** The words are shown, with the ways to call. */
async function saysSo(page: Page): Promise<void> {
  await expect(words(page)).toBeVisible();
  await expect(words(page).getByRole('link', { name: '+1 (470) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+14705550142',
  );
  await expect(words(page).getByRole('link', { name: 'Whatsapp us' })).toHaveAttribute(
    'href',
    /^https:\/\/api\.whatsapp\.com\//,
  );
}

for (const [what, answer, tag] of [
  ['is missing', { status: 404, body: 'Not found' }],
  [
    'is a page of the network’s',
    { status: 200, contentType: 'text/html', body: '<p>Log in</p>' },
    '@full',
  ],
  [
    'fails when it runs',
    { contentType: 'text/javascript', body: 'throw new Error("bug")' },
    '@full',
  ],
  ['cannot be parsed', { contentType: 'text/javascript', body: 'not a script' }, '@full'],
] as [
  what: string,
  answer: { body: string; status?: number; contentType?: string },
  tag?: string,
][]) {
  const title = `where a script ${what}, the page reloads once and then says so`;
  test(title, { tag: tag ?? [] }, async ({ page }) => {
    const loads = countLoads(page);
    await page.route(/\/assets\/index-.*\.js/, (route) => route.fulfill(answer));
    await page.goto('/#request-service');
    await expect.poll(loads).toBe(2);
    await saysSo(page);
    // It stays so: nothing is under way that could reload the page again.
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(2);
    await page.unrouteAll();
    const again = words(page).getByRole('link', { name: 'try again' });
    await expect(again).toHaveAttribute('href', '/');
    await again.click();
    await appStarted(page);
    await expect(words(page)).toBeHidden();
  });
}

test('where the engine cannot read the gate, the page says so at once', async ({ page }) => {
  await page.route('/', async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace(/(<script data-app="[^"]*">)/, '$1 a word of a later grammar;');
    expect(body).not.toBe(html);
    // Without the policy, which would not run another script at all.
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('/');
  await saysSo(page);
});

test('an error of the app before it has started is told at once', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js/, async (route) => {
    const answer = await route.fetch();
    const body = `setTimeout(()=>{throw new Error('bug')});${await answer.text()}`;
    // The app itself waits for a task that never comes.
    await route.fulfill({
      response: answer,
      body: body.replace(
        /void Promise\.resolve\(\)\.then|Promise\.resolve\(\)\.then\(\(\)=>setTimeout/,
        'new Promise(()=>{}).then(()=>setTimeout',
      ),
    });
  });
  await page.goto('/#request-service');
  await saysSo(page);
});

test(
  'a 404 that the browser has in its cache is asked for again, past the cache',
  { tag: '@full' },
  async ({ page, site, host }) => {
    const loads = countLoads(page);
    const app = /\/assets\/index-.*\.js/;
    const { address, answers, close } = await startSiteProxy(site, host, app, inTurn(404, 200));
    await page.goto(`${address}#request-service`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(words(page)).toBeHidden();
    expect(answers).toEqual(['404 ', '200 no-cache']);
    expect(loads()).toBe(2);
    await close();
  },
);

test(
  'without a network the page says so, and starts as soon as the scripts come',
  { tag: '@full' },
  async ({ page }) => {
    await page.route(/\/assets\/.*\.js/, (route) => route.abort('internetdisconnected'));
    await page.goto('/#request-service');
    await saysSo(page);
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(words(page)).toBeHidden();
  },
);

test(
  'neither a slow line nor an error of an extension is a failed start; without scripts nothing is said',
  { tag: '@full' },
  async ({ page, browser, site }) => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/index-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      setTimeout(() => {
        throw new Error('of an extension');
      });
    });
    const failure = page.waitForEvent('pageerror');
    await page.goto('/#request-service');
    await failure;
    await expect(words(page)).toBeHidden();
    arrive();
    await expect(page.getByRole('dialog')).toBeVisible();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    await bare.goto(site);
    await expect(words(bare)).toBeHidden();
    await context.close();
  },
);
