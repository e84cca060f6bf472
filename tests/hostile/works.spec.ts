/**
 * Works that want to harm their reader: each shows what it is, and the rest stays. What is left of which
 * document, reviews and services among them, is tests/firebase/parseDocuments.test.ts.
 */
import type { Page } from '@playwright/test';
import type { Backend } from '../support/fixtures';
import { misfits } from '../screens/misfits';
import { storeDocument, storedWorks } from '../support/serverContent';
import { noBreakBeforeDash } from '../../src/ui/stringHelpers';
import { EVIL, IMAGE, RUN, SCRIPT, THENABLE, expect, test } from './watch';

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });

const TEXTS = [
  SCRIPT,
  `</h1></li></ul></title></style>${SCRIPT}<iframe srcdoc="${SCRIPT}"></iframe>`,
  `" onmouseover="${RUN}" x='${RUN}'{{constructor.constructor("${RUN}")()}} \${${RUN}} &lt;b&gt;`,
  'w'.repeat(5000),
  `Z${'\u0335\u0322\u030D'.repeat(100)}algo`,
  '\u2067\u2066\u202Egnihcticier',
  '\u0007\u001B[31mRed\u0000\u0008',
  '__proto__',
];

/** Names that a document may have, each its own trap for an address. */
const IDS = [
  `<img src=x onerror=${RUN}>`,
  `javascript:${RUN}`,
  '..%2f..%2fetc',
  '?q=1#main',
  'constructor',
  'küche 🚪 a b+c&d=e;f"',
  '%E0%A4%A',
  'i'.repeat(700),
];

/** Stores a work for each text, under each name in turn; resolves with the text of each id. */
async function storeWorks(backend: Backend): Promise<Map<string, string>> {
  const { url } = storedWorks(backend)[0]!.cover;
  const works = new Map(IDS.map((id, index) => [id, TEXTS[index]!]));
  for (const [id, title] of works) {
    await storeDocument(backend, `gallery/${id}`, {
      title,
      created: new Date('2026-03-01T00:00:00Z'),
      cover: { url: `https://${EVIL}/a.jpg`, thumb: `https://${EVIL}/b.jpg`, alt: `">${IMAGE}` },
      before: [{ url: `javascript:${RUN}` }, { url: `data:text/html,${SCRIPT}` }, { url }],
      after: [{ url: `javascript:${RUN}` }],
      constructor: { prototype: { url: RUN } },
      hasOwnProperty: null,
      ...THENABLE,
    });
  }
  return works;
}

/** No link leads anywhere but to web addresses and telephones, and nothing is out of its place. */
async function expectSound(page: Page): Promise<void> {
  const links = page.locator('a');
  const strange = await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).href).filter((to) => !/^(https?|tel):/.test(to)),
  );
  expect.soft(strange).toEqual([]);
  expect.soft(await misfits(page)).toEqual([]);
}

test(
  'hostile works show harmless cards and pages, and pictures of another host are not fetched',
  { tag: ['@full', '@witness'] },
  async ({ page, backend, policy }) => {
    test.slow();
    const titles = storedWorks(backend).map(({ title }) => noBreakBeforeDash(title));
    const works = await storeWorks(backend);
    await page.goto('/');
    const cards = page.locator('#gallerySection li > a');
    await expect(cards).toHaveCount(titles.length + works.size);
    await expectSound(page);
    const all = await cards.evaluateAll((links) =>
      links.map((link) => [
        link.getAttribute('href')!,
        link.querySelector('[dir=auto]')!.textContent!,
      ]),
    );
    expect(all.map(([, title]) => title!).filter((title) => titles.includes(title))).toEqual(
      titles,
    );
    for (const [id, title] of works) {
      const address = `/work/${encodeURIComponent(id)}`;
      expect.soft(all).toContainEqual([address, noBreakBeforeDash(title)]);
      // Hosting refuses some of these names (its own hostile tests); a link within the page works.
      if ((await page.goto(address))?.status() === 404) {
        await page.goto('/');
        await page.locator(`a[href="${address}"]`).click();
      }
      await expect
        .soft(page.locator('h1'))
        .toHaveText(noBreakBeforeDash(title), { useInnerText: false });
      await expect.soft(page.locator('section[aria-labelledby=before-title] li')).toHaveCount(1);
      await expect.soft(page.getByText('No pictures yet.')).toHaveCount(1);
      await expectSound(page);
    }
    const [first, ...others] = policy.splice(0);
    expect(first).toMatch(/https:\/\/evil\.example\/[ab]\.jpg.*img-src/s);
    expect(others.filter((entry) => !entry.includes('img-src'))).toEqual([]);
  },
);
