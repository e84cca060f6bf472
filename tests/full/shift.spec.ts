// Nothing jumps: cumulative layout shift with pictures, fonts and data that come late.
import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures';
import { workWith } from '../browser/reviewScene';
import { settled } from './states/index';

/** The most that anything may have moved (web.dev calls 0.1 good). */
const LIMIT = 0.01;
const LATE = { kind: 'latency', ms: 900 } as const;

interface Shift {
  value: number;
  what: string[];
}

/** Collects layout shifts from the first frame on; those within 500 ms of input do not count. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node }) =>
          node instanceof Element
            ? `${node.localName}.${node.getAttribute('class')}`
            : String(node?.textContent),
        );
        shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(device, () => {
    test.use({ viewport });

    for (const where of ['/', '/#gallerySection', '/work', '/work, its reviews']) {
      test(`${where} stays still while pictures, fonts and data come late`, async ({
        page,
        backend,
      }) => {
        for (const url of [/\.woff2$/, /^\/hero\//]) {
          backend.faults.add({ service: 'hosting', url, do: LATE });
        }
        backend.faults.add({ service: 'storage', do: LATE });
        backend.faults.add({ service: 'firestore', method: 'GET', do: LATE });
        const shifts = await watchShifts(page);
        await page.goto(where.startsWith('/work') ? `/work/${workWith(backend, 'some')}` : where, {
          waitUntil: 'commit',
        });
        if (where.startsWith('/work')) {
          await expect(
            page.getByRole('heading', { name: 'Reviews from our clients' }),
          ).toBeAttached();
          if (where.endsWith('reviews')) {
            await page
              .getByRole('heading', { name: 'Reviews from our clients' })
              .scrollIntoViewIfNeeded();
            await expect(page.getByRole('button', { name: /Sign in/ })).toBeVisible();
          }
          await expect(
            page.getByText('from 2 reviews').or(page.getByText('from 3 reviews')),
          ).toBeAttached();
        } else {
          await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
        }
        await settled(page);
        const statuses = await page.evaluate(() =>
          [...document.fonts].filter(({ family }) => family === 'Fraunces').map((it) => it.status),
        );
        expect(statuses).toEqual(['loaded']);
        const found = await shifts();
        const total = found.reduce((sum, { value }) => sum + value, 0);
        expect(total, JSON.stringify(found)).toBeLessThanOrEqual(LIMIT);
      });
    }
  });
}
