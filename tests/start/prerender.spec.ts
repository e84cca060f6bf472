import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { quotesIn, ratingIn, workIn, worksIn } from '../../tools/doctor/leftovers';
import { PRERENDERED_SITE, TEST_SITE } from '../support/testSite';
import { expect, test } from '../support/fixtures';
import { hydrated } from '../support/prerenderedSite';
import { workWith } from '../support/reviewActions';
import { firstWork, storedWorks, type StoredWork } from '../support/serverContent';

const HEADLINE = 'We make your cabinets look like new!';

/** The things that a page describes to search engines, as JSON-LD. */
function thingsOf(html: string): Record<string, unknown>[] {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return (JSON.parse(data!) as { '@graph': Record<string, unknown>[] })['@graph'];
}

/** The page's errors, in the console and thrown. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

test('the doctor finds in the built pages what it compares with what is stored', () => {
  const built = (name: string) => readFileSync(join(PRERENDERED_SITE, name), 'utf8');
  const landing = built('index.html');
  expect(quotesIn(landing)).toEqual([
    { text: 'Same vanity, new bathroom. Worth every dollar.', work: 'birch-court-vanity' },
    {
      text: 'Four samples until we chose the sage. All the patience in the world.',
      work: 'maple-street-kitchen',
    },
  ]);
  expect(ratingIn(landing)).toEqual({ average: 4.6, count: 5 });
  expect(worksIn(built('work/index.html'))).toHaveLength(8);
  expect(workIn(built('work/maple-street-kitchen/index.html'))).toEqual({
    image: expect.stringContaining('gallery%2Fmaple-street-kitchen%2F'),
  });
  expect(ratingIn(built('work/maple-street-kitchen/index.html'))).toEqual({
    average: 4.7,
    count: 3,
  });
  expect(workIn(built('work.html'))).toBeUndefined();
});

/** Where two texts meet in a line without a space between them: readers that know no style make one word of them. */
const joinedWords = (pages: string[]) =>
  pages.flatMap((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const unseen of body.querySelectorAll('script, style, noscript')) unseen.remove();
    const lines = 'a, b, em, i, img, path, picture, source, span, strong, svg, time, use';
    const isLine = (node: Node) => node instanceof Element && node.matches(lines);
    const joined: string[] = [];
    let before = ' ';
    const walk = (node: Node) => {
      if (!isLine(node) && node instanceof Element) before = ' ';
      if (node instanceof Text && node.data !== '') {
        if (/\S$/.test(before) && /^\S/.test(node.data)) joined.push(`${before}|${node.data}`);
        before = node.data;
      }
      node.childNodes.forEach(walk);
      if (!isLine(node) && node instanceof Element) before = ' ';
    };
    walk(body);
    return joined;
  });

test('in every built page neighbours are words of their own, whoever reads it', async ({
  page,
}) => {
  const names = readdirSync(PRERENDERED_SITE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('owner'),
  );
  expect(names.length).toBeGreaterThan(10);
  const pages = names.map((name) => readFileSync(join(PRERENDERED_SITE, name), 'utf8'));
  expect(await page.evaluate(joinedWords, pages)).toEqual([]);
});

test.describe('the HTML before any script runs', { tag: '@full' }, () => {
  test('has the whole landing page except the gallery', async ({ site }) => {
    const html = await (await fetch(site)).text();
    expect(html).toContain(`<h1 id="headline">${HEADLINE}</h1>`);
    for (const text of ['Check our locals', 'Whatsapp us', 'Explore our work', 'How it works']) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/<img [^>]*fetchPriority="high"[^>]*src="\/hero\/after-/i);
    const head = html.slice(0, html.indexOf('</head>'));
    for (const tag of [
      /<meta name="format-detection" content="telephone=no" \/>/,
      /<title>Cabinet refinishing in Lawrenceville, GA \| Like New Cabinets<\/title>/,
      /<meta name="description" content="[^"]{50,170}"/,
      /<link rel="canonical" href="https?:\/\/[^"/]+\/"/,
      /<meta property="og:title" content="[^"]+"/,
      /<meta property="og:image" content="https?:\/\/[^"]+\/og\.jpg"/,
      /<meta name="twitter:card" content="summary_large_image"/,
    ]) {
      expect(head).toMatch(tag);
    }
    expect(thingsOf(html)).toEqual([
      expect.objectContaining({
        '@type': 'HomeAndConstructionBusiness',
        telephone: expect.stringMatching(/\d{4}$/),
      }),
      { '@type': 'WebSite', name: 'Like New Cabinets', url: expect.stringMatching(/^http.*\/$/) },
    ]);
    expect(html).not.toMatch(/rating"/i);
  });

  test('has a work’s title and place, and no rating for search engines', ({ backend }) => {
    const rated = workWith(backend, 'some');
    const [{ title }] = storedWorks(backend).filter(({ id }) => id === rated) as [StoredWork];
    const html = readFileSync(join(PRERENDERED_SITE, `work/${rated}/index.html`), 'utf8');
    expect(html).toContain(`<title>${title} | Cabinet refinishing in Lawrenceville, GA</title>`);
    const [business, work, way] = thingsOf(html);
    expect(way).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: 'All our work',
          item: expect.stringMatching(/^https?:\/\/[^/]+\/work$/),
        },
        { '@type': 'ListItem', position: 2, name: title },
      ],
    });
    expect(work).toMatchObject({
      '@type': 'CreativeWork',
      name: title,
      creator: { '@id': business!['@id'] },
    });
    for (const thing of [business, work]) expect(thing).not.toHaveProperty('aggregateRating');
  });

  test('names a picture for links that is a JPEG of less than 300 kB, on every page for visitors', async () => {
    const names = readdirSync(PRERENDERED_SITE, { recursive: true, encoding: 'utf8' });
    const ownersPage = join('owner', 'index.html');
    const pages = names.filter((name) => name.endsWith('.html') && name !== ownersPage);
    const pictures = pages.map((name) => {
      const html = readFileSync(join(PRERENDERED_SITE, name), 'utf8');
      const tags = [...html.matchAll(/<meta property="og:image(:\w+)?" content="([^"]*)"/g)];
      return Object.fromEntries(tags.map(([, part = '', content]) => [part, content]));
    });
    for (const { '': url, ':alt': alt, ...named } of pictures) {
      expect(named).toEqual({ ':type': 'image/jpeg', ':width': '1200', ':height': '630' });
      expect(alt).toBeTruthy();
      const bytes = readFileSync(join(PRERENDERED_SITE, new URL(url!).pathname));
      expect(bytes.length).toBeLessThan(300_000);
      const { format, width, height } = await sharp(bytes).metadata();
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    }
    // Each work has its own; the landing page, those of all and of newer works, and that of no page have the site's.
    expect(new Set(pictures.map(({ '': url }) => url)).size).toBe(pages.length - 3);
  });

  test('has one general page for works that are newer than the build', async ({ site }) => {
    const answer = await fetch(`${site}/work.html`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    for (const text of ['See more works', 'Request service', 'Contact us']) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/<title>Our work \|/);
    expect(html).toContain('We keep the cabinets you have');
    // The address is not known yet: a canonical one here would be wrong for every work but one.
    expect(html).not.toMatch(/rel="canonical"|og:url/);
    expect(html).toMatch(/<link rel="stylesheet"[^>]*WorkWithReviews/);
  });

  // As text browsers, search engines and mail programs read them.
  test('says nothing that is true only while scripts run', () => {
    for (const folder of [TEST_SITE, PRERENDERED_SITE]) {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const pages = names.filter((name) => name.endsWith('.html'));
      expect(pages.length).toBeGreaterThanOrEqual(4);
      for (const name of pages) {
        const html = readFileSync(join(folder, name), 'utf8');
        // Its scripts included: crawlers look for addresses there, and an empty one is a copy of the page.
        expect([name, ...(html.match(/href=\\?["'](?:\?|)\\?["']/g) ?? [])]).toEqual([name]);
        const text = html.replaceAll(/<(script|style)[ >].*?<\/\1>/gs, '');
        expect([
          name,
          ...(text.match(/did not start|not saved|\b(Load|Open|Look)ing\b/g) ?? []),
        ]).toEqual([name]);
      }
    }
  });

  test('comes with a robots.txt and a sitemap that name the site', async ({ site }) => {
    const robots = await (await fetch(`${site}/robots.txt`)).text();
    expect(robots).toMatch(/^User-agent: \*\n#.*\nDisallow: \/\?like=\n/);
    const sitemap = /^Sitemap: https?:\/\/[^/]+(\/.*)$/m.exec(robots)?.[1];
    const answer = await fetch(site + sitemap!);
    expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    // The build knew no works.
    expect((await answer.text()).match(/<loc>/g)).toHaveLength(10);
  });
});

test(
  'an unknown address gets a real 404 that looks like the site',
  { tag: '@full' },
  async ({ page }) => {
    const answer = await page.goto('/nothing/here');
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    // Only the one that knows links which were changed on their way (src/start/notFoundGate.ts).
    expect(await page.locator('script').count()).toBe(1);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE);
  },
);

const VISITORS: [string, BrowserContextOptions][] = [
  ['with a light screen', { colorScheme: 'light' }],
  [
    'with a dark screen, on a phone',
    { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ],
];

for (const [kind, options] of VISITORS) {
  test.describe(`for a visitor ${kind}`, { tag: '@full' }, () => {
    test.use(options);

    test('the app keeps every prerendered page as it is, with each tag of its head once', async ({
      page,
      backend,
    }) => {
      const errors = errorsOf(page);
      await page.addInitScript(() => {
        document.addEventListener('readystatechange', () => {
          document.getElementById('main')?.setAttribute('data-prerendered', '');
        });
      });
      const work = `/work/${firstWork(backend)}`;
      for (const path of ['/', '/#gallerySection', '/?from=mail#request-service', '/work', work]) {
        // From an empty page, because an address with another hash alone is not loaded.
        await page.goto('about:blank');
        await page.goto(path);
        await hydrated(page.locator('#main'));
        const cards = page.locator('#gallerySection').getByRole('link');
        const isApart = path.startsWith('/work');
        if (isApart) await expect(page).toHaveTitle(/ \| /);
        else await expect(cards).toHaveCount(8);
        // The very element that hosting sent is still there.
        await expect(page.locator('#main[data-prerendered]')).toHaveCount(1);
        const own = isApart ? new RegExp(`${path}$`) : /:\/\/[^/]+\/$/;
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', own);
        for (const tag of ['title', 'meta[name=description]', 'meta[property="og:title"]']) {
          await expect(page.locator(tag)).toHaveCount(1);
        }
      }
      // The head follows the routes.
      await page.goto('/');
      await page.locator('#gallerySection').getByRole('link').first().click();
      await expect(page).toHaveURL(/\/work\//);
      const { pathname } = new URL(page.url());
      for (const [tag, name] of [
        ['link[rel=canonical]', 'href'],
        ['meta[property="og:url"]', 'content'],
      ] as const) {
        await expect(page.locator(tag)).toHaveAttribute(name, new RegExp(`${pathname}$`));
      }
      await page.goBack();
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /:\/\/[^/]+\/$/);
      expect(errors).toEqual([]);
    });
  });
}
