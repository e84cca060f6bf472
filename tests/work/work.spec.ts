import type { Locator } from '@playwright/test';
import { fromFields } from '../../backend/protoJson';
import { expect, test } from '../support/fixtures';
import { workWith } from '../support/reviewActions';
import { firstWork, storedWorks, storeDocument } from '../support/serverContent';

test.use({ serviceWorkers: 'block' });

test(
  'a work’s page shows the work, its pictures and its reviews',
  { tag: '@official' },
  async ({ page, backend }) => {
    const work = workWith(backend, 'some');
    const { title } = fromFields(backend.firestore.get(`gallery/${work}`)!.fields);
    await page.goto(`/work/${work}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(title));
    await expect(page.getByText(/\d out of 5 stars/).first()).toBeAttached();
    // Search engines run the scripts: a work that is there is to be found.
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    const full = await page.getByRole('link', { name: /full size/i }).all();
    expect(full.length).toBeGreaterThanOrEqual(3);
    for (const link of full) {
      await expect(link).toHaveAttribute('target', '_blank');
      const answer = await fetch((await link.getAttribute('href'))!);
      expect(answer.headers.get('content-type')).toMatch(/^image\//);
    }
  },
);

test(
  'an unknown work leads to the landing page, leaves no history entry and is not indexed',
  { tag: '@official' },
  async ({ page, site }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const robots = document.querySelector<HTMLMetaElement>('meta[name=robots]');
        if (robots) seen.push(robots.content);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/');
    await page.goto('/work/never-was');
    await expect(page).toHaveURL(`${site}/`);
    await expect(page.locator('#headline')).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen).toContain('noindex');
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  },
);

test(
  'a work that is newer than the build has its own title, for the tab and for whoever shares it',
  { tag: '@full' },
  async ({ page, backend }) => {
    const { fields } = backend.firestore.get(`gallery/${firstWork(backend)}`)!;
    await storeDocument(backend, 'gallery/newest', {
      ...fromFields(fields),
      id: 'newest',
      title: 'Newest kitchen',
    });
    await page.goto('/work/newest');
    await expect(page).toHaveTitle(/^Newest kitchen [|]/);
    const expectMeta = (name: string, content: RegExp) =>
      expect(page.locator(`meta[${name}]`)).toHaveAttribute('content', content);
    await expectMeta('property="og:title"', /^Newest kitchen [|]/);
    await expectMeta('name=description', /^Newest kitchen: /);
    await expectMeta('property="og:description"', /^Newest kitchen: /);
    // The function's tags are gone, and the next page has its own.
    await expect(page.locator('[data-live]:not(title)')).toHaveCount(0);
    await page.getByRole('link', { name: 'See more works' }).first().click();
    await expect(page).toHaveTitle(/^(?!Newest)/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /:\d+\/$/);
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', /:\d+\/$/);
    await expect(page.locator('title')).toHaveCount(1);
  },
);

test(
  'every pair can be compared; the comparison starts at the page’s edge',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/work/${firstWork(backend)}`);
    const slider = page.locator('input[type=range]').locator('..');
    const left = (place: Locator) => place.evaluate((node) => node.getBoundingClientRect().left);
    await slider.scrollIntoViewIfNeeded();
    const edge = await left(page.getByRole('heading', { level: 1 }));
    const heading = page.getByRole('heading', { name: 'Drag to see the difference' });
    await expect.poll(() => left(heading)).toBe(edge);
    await expect.poll(() => left(slider)).toBe(edge);

    const { before, after } = storedWorks(backend)[0]!;
    const addresses = () =>
      slider.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src));
    for (const index of [0, 1]) {
      const button = page.getByRole('button', { name: `Pair ${index + 1}` });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(addresses).toEqual([after[index]!.url, before[index]!.url]);
    }
  },
);

test(
  'pictures stand in their own shape, from 3:4 to 16:9, before they are there; the slider in that of its after-picture',
  { tag: '@full' },
  async ({ page, backend }) => {
    const { url } = storedWorks(backend)[0]!.cover;
    const sizes = {
      portrait: [1200, 1600],
      tall: [900, 1600],
      wide: [1600, 1200],
      panorama: [1600, 320],
    } as const;
    const picture = (name: keyof typeof sizes) => {
      const [width, height] = sizes[name];
      return { url: `${url}&shape=${name}`, width, height };
    };
    await storeDocument(backend, 'gallery/shapes', {
      title: 'Shapes',
      created: new Date('2026-10-01T12:00:00Z'),
      cover: { ...picture('portrait'), thumb: picture('wide').url },
      before: [picture('wide'), picture('tall')],
      after: [picture('portrait'), picture('tall'), picture('panorama')],
    });
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto('/work/shapes');
      const shapes = (place: Locator) =>
        place.evaluateAll((all) =>
          all.map((each) => {
            const { width: across, height: high } = each.getBoundingClientRect();
            return Math.round((100 * across) / high) / 100;
          }),
        );
      const side = (name: string) => page.getByRole('region', { name }).getByRole('link');
      await expect(side('Before')).toHaveCount(2);
      const expectShapes = (place: Locator, expected: number[]) =>
        expect.poll(() => shapes(place)).toEqual(expected);
      await expectShapes(page.getByRole('link', { name: /^Shapes, finished/ }), [0.75]);
      await expectShapes(side('Before'), [1.33, 0.75]);
      await expectShapes(side('After'), [0.75, 0.75, 1.78]);
      const slider = page.getByRole('slider').locator('..');
      const { height } = (await slider.boundingBox())!;
      expect(height).toBeLessThanOrEqual(Math.max(320, viewport.height - 160));
      // A placeholder shows nowhere beside its picture.
      for (const [pair, fit] of [
        ['Pair 1', ['cover cover', 'contain contain']],
        ['Pair 2', ['cover cover', 'cover cover']],
      ] as const) {
        await page.getByRole('button', { name: pair }).click();
        await expectShapes(slider, [0.75]);
        expect(
          await slider
            .locator('img')
            .evaluateAll((all) =>
              all
                .map((each) => getComputedStyle(each))
                .map(({ objectFit, backgroundSize }) => `${objectFit} ${backgroundSize}`),
            ),
        ).toEqual(fit);
      }
    }
  },
);

test(
  'a server that fails is not taken for a missing work',
  { tag: '@full' },
  async ({ page, site, backend }) => {
    const path = `/work/${firstWork(backend)}`;
    const url = new RegExp(`documents/gallery/${firstWork(backend)}(\\?|$)`);
    const broken = backend.faults.add({ service: 'firestore', url, do: { kind: 'captive' } });
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto(path);
    const retry = page.getByRole('button', { name: /try again/i }).first();
    await expect(retry).toBeVisible();
    await expect(page).toHaveURL(site + path);
    // On phones the form is opened from here.
    await expect(page.getByRole('navigation', { name: 'Contact' })).toBeVisible();
    broken.remove();
    await retry.click();
    await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
  },
);

test(
  'each paragraph of a review is aligned to the side where its script begins',
  { tag: '@full' },
  async ({ page, backend }) => {
    await storeDocument(backend, 'gallery/maple-street-kitchen/reviews/Ab3dEf6hIj', {
      id: 'Ab3dEf6hIj',
      text: 'Thank you!\n\u0634\u0643\u0631\u0627 \u062c\u0632\u064a\u0644\u0627',
      stars: 5,
      user: 'somebody',
      created: new Date('2026-10-01T12:00:00Z'),
    });
    await page.goto('/work/maple-street-kitchen');
    const text = page.getByText('Thank you!');
    const gaps = await text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = element.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      return lines.map(({ left, right }) => [left - box.left < 1, box.right - right < 1]);
    });
    expect(gaps).toEqual([
      [true, false],
      [false, true],
    ]);
  },
);
