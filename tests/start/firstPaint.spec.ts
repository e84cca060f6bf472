// The cost of a first visit until the first picture, and that no input is lost in that time.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { noBreakBeforeDash } from '../../src/ui/stringHelpers';
import { deferred } from '../support/deferred';
import { appStarted } from '../support/deliveryActions';
import type { Backend } from '../support/fixtures';
import { withoutLongWaits } from '../support/longWaits';
import { expect, hydrated, test } from '../support/prerenderedSite';
import { firstWork, storedWorks, type StoredWork } from '../support/serverContent';

const PHONE = { width: 390, height: 844 };
const HERO = /^\/hero\/after/;
const SCRIPT = /\.js$/;
/** Milliseconds after which the gate no longer waits for the first picture. */
const GATE_PATIENCE = 6000;

test.use({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true });

test(
  'the first picture comes before any script, with at most 8 requests and 150 kB',
  { tag: '@witness' },
  async ({ page }) => {
    await withoutLongWaits(page, GATE_PATIENCE);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    /** The page's requests in order, with the bytes received. */
    const asked = new Map<string, { path: string; bytes: number }>();
    session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      if (!url.startsWith('data:')) asked.set(requestId, { path: new URL(url).pathname, bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = asked.get(requestId);
      if (one) one.bytes = encodedDataLength;
    });
    const first = () => {
      const all = [...asked.values()];
      return all.slice(
        0,
        all.findIndex(({ path }) => SCRIPT.test(path)),
      );
    };
    await page.goto('/');
    await expect(page.locator('#root')).toHaveAttribute('data-started');
    await expect.poll(() => first().every(({ bytes }) => bytes > 0)).toBe(true);
    const before = first();
    expect(before.map(({ path }) => path)).toContainEqual(expect.stringMatching(HERO));
    expect(before.length, JSON.stringify(before)).toBeLessThanOrEqual(8);
    expect(before.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(150_000);

    // The page's own timeline: paint and picture, then the first script.
    const order = await page.evaluate(() => {
      const hero = performance
        .getEntriesByType('resource')
        .find(({ name }) => /hero.after/.test(name));
      const script = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.endsWith('.js'));
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return {
        paint: paint!.startTime,
        hero: (hero as PerformanceResourceTiming).responseEnd,
        script: script!.startTime,
      };
    });
    expect(order.script).toBeGreaterThan(order.paint);
    expect(order.script).toBeGreaterThan(order.hero);
  },
);

test('a link to the form opens it without waiting for the first picture', async ({
  page,
  backend,
}) => {
  backend.faults.add({ service: 'hosting', url: HERO, do: { kind: 'silence' } });
  await page.goto('/#request-service', { waitUntil: 'commit' });
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
});

test(
  'the app starts even if the first picture never arrives',
  { tag: '@full' },
  async ({ page, backend }) => {
    backend.faults.add({ service: 'hosting', url: HERO, do: { kind: 'silence' } });
    await page.goto('/', { waitUntil: 'commit' });
    await appStarted(page);
  },
);

/** A phone's CPU, slow scripts, and a first picture for which the gate waits: returns what lets it come. */
async function slowDown(page: Page, backend: Backend): Promise<() => void> {
  await withoutLongWaits(page, GATE_PATIENCE);
  const picture = deferred<undefined>();
  const hold = { kind: 'hold', until: picture.promise } as const;
  backend.faults.add({ service: 'hosting', url: HERO, do: hold });
  backend.faults.add({
    service: 'hosting',
    url: /^\/assets\/.*\.js$/,
    do: { kind: 'latency', ms: 400 },
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return () => picture.resolve(undefined);
}

test('a tap before the app has started opens the form, and no typed letter is lost', async ({
  page,
  backend,
}) => {
  const letPictureCome = await slowDown(page, backend);
  await page.goto('/', { waitUntil: 'commit' });
  const link = page
    .getByRole('navigation', { name: 'Contact' })
    .getByRole('link', { name: 'Request service' });
  await link.waitFor();
  expect(backend.requests.filter(({ url }) => SCRIPT.test(url))).toEqual([]);
  await link.tap();
  letPictureCome();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.waitFor();
  await name.focus();
  const typed = 'Ana Maria de la Cruz';
  for (const letter of typed) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  await expect(name).toHaveValue(typed);
  // The parts that load later (the rest of the form, service types, the gallery) change nothing typed.
  await expect(page.getByRole('dialog').getByLabel('Phone')).toBeVisible();
  await expect(name).toHaveValue(typed);
});

test(
  'a slider moved before the app has started stays where it was put',
  { tag: '@full' },
  async ({ page, backend }) => {
    const letPictureCome = await slowDown(page, backend);
    await page.goto('/', { waitUntil: 'commit' });
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    letPictureCome();
    await expect(slider).toHaveAttribute('aria-valuetext', '0% before, 100% after');
    await expect(slider).toHaveValue('0');
  },
);

test('the app takes over every prerendered page without errors, and does not mistake one work for the whole gallery', async ({
  page,
  backend,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/');
  await hydrated(page.getByRole('heading', { level: 1 }));
  await page.goto(`/work/${firstWork(backend)}`);
  const more = page.getByRole('link', { name: 'See more works' });
  // Until then the link loads the landing page, which has a gallery of its own.
  await hydrated(more);
  expect(said).toEqual([]);
  backend.faults.add({
    service: 'firestore',
    url: /documents\/gallery\?|Listen\/channel/,
    do: { kind: 'silence' },
  });
  await more.click();
  const gallery = page.locator('#gallerySection');
  await expect(gallery.getByText('Loading our work…')).toBeAttached();
  await expect(gallery.getByRole('link')).toHaveCount(0);
});

test('the HTML, gallery and preview included, keeps to its budget', ({
  prerenderedSite,
  backend,
}) => {
  const works = storedWorks(backend);
  const [{ id, title }] = works as [StoredWork];
  for (const [name, parts] of [
    ['index.html', [...works.map((work) => `href="/work/${work.id}"`), '<blockquote dir="auto">']],
    [`work/${id}/index.html`, [`${noBreakBeforeDash(title)}</h1>`, `/work/${id}"/>`, '<article']],
  ] as const) {
    const html = readFileSync(`${prerenderedSite}/${name}`, 'utf8');
    // All of these are in the HTML itself.
    for (const part of parts) expect(html).toContain(part);
    expect(html).toContain('(data:image/avif;');
    const { length } = brotliCompressSync(html);
    console.log(`${name}: ${length} bytes`);
    expect(length, name).toBeLessThanOrEqual(16_000);
  }
});

test(
  'the font of the headings loads after the first picture',
  { tag: '@full' },
  async ({ page, backend }) => {
    await withoutLongWaits(page, GATE_PATIENCE);
    await page.goto('/');
    const faces = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status, family }) => status === 'loaded' && !family.includes('fallback'))
          .map(({ family }) => family.replaceAll('"', ''))
          .sort(),
      );
    await expect.poll(faces).toEqual(['Fraunces']);
    await expect(page.locator('html')).toHaveAttribute('data-faces', '');
    const asked = backend.requests
      .filter(({ url }) => /\.woff2$|^\/hero\/after/.test(url))
      .map(({ url }) => url);
    expect(asked).toEqual([expect.stringMatching(HERO), expect.stringMatching(/fraunces-basic/)]);
  },
);
