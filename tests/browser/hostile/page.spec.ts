/**
 * Works, reviews and services that want to harm their reader: each shows what it is, and the rest stays.
 * What is left of which document is tests/unit/firebase/parse.test.ts.
 */
import type { Page } from '@playwright/test';
import type { Plain } from '../../../local/protoJson';
import type { Backend } from '../fixtures';
import { appStarted, once, workerControls } from '../delivery/scene';
import { FILLED, fillForm } from '../requestForm';
import { goodPictures, titlesOf } from '../samples';
import { misfits } from '../misfits';
import { storeDocument } from '../stored';
import { EVIL, IMAGE, RUN, SCRIPT, THENABLE, expect, test } from './watch';

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });

const TEXTS = [
  SCRIPT,
  `</h1></p></li></ul></title></style>${SCRIPT}`,
  `" onmouseover="${RUN}" x='${RUN}'`,
  `<iframe srcdoc="${SCRIPT}"></iframe>`,
  `{{constructor.constructor("${RUN}")()}} \${${RUN}} &lt;b&gt;`,
  '</style><style>*{display:none}',
  'w'.repeat(5000),
  `Z${'\u0335\u0322\u030D'.repeat(100)}algo`,
  '\u202Egnihcticier',
  '\u2067\u2066\u2068 open',
  'خزائن المطبخ',
  '\u0007\u001B[31mRed\u0000\u0008',
  '__proto__',
];

/** Names that a document may have, each its own trap for an address. */
const IDS = [
  `<img src=x onerror=${RUN}>`,
  `javascript:${RUN}`,
  '..%2f..%2fetc',
  '%2e%2e',
  '?q=1#request-service',
  '#gallerySection',
  'constructor',
  'a b+c&d=e;f',
  'küche 🚪',
  '"quoted\'',
  'back\\slash',
  '%E0%A4%A',
  'i'.repeat(700),
];

interface Good {
  url: string;
  thumb: string;
}

/** Pictures that may and may not be shown. */
const picturesOf = ({ url, thumb }: Good): Record<string, Plain> => ({
  cover: {
    url,
    thumb,
    alt: `">${IMAGE}`,
    width: 1,
    height: 1_000_000_000,
    placeholder: `x);background-image:url(https://${EVIL}/x.png`,
    sources: [
      { url: `${thumb} 1w, https://${EVIL}/a.webp`, width: 1, type: 'image/webp' },
      { url: `${thumb}, https://${EVIL}/b.webp 2x`, width: 2, type: 'image/webp' },
    ],
  },
  before: [{ url: `javascript:${RUN}` }, { url: `data:text/html,${SCRIPT}` }, { url, width: -1 }],
  after: Array.from({ length: 200 }, () => ({ url: `javascript:${RUN}` })),
  constructor: { prototype: { url: RUN } },
  hasOwnProperty: null,
  ...THENABLE,
});

/** Stores a work for each text, under each name in turn; resolves with the text of each id. */
async function storeWorks(backend: Backend): Promise<Map<string, string>> {
  const pictures = picturesOf(goodPictures(backend));
  const works = new Map(IDS.map((id, index) => [id, TEXTS[index]!]));
  for (const [id, title] of works) {
    const created = new Date('2026-03-01T00:00:00Z');
    await storeDocument(backend, `gallery/${encodeURIComponent(id)}`, {
      ...pictures,
      title,
      created,
    });
  }
  return works;
}

/** Where the links of a page lead that are neither this site's nor plain web addresses. */
const strangeLinks = (page: Page): Promise<string[]> =>
  page
    .locator('a')
    .evaluateAll((links) =>
      links
        .map((link) => (link as HTMLAnchorElement).href)
        .filter((href) => !/^(https?|tel):/.test(href)),
    );

test('works: every card, the order of the others, and the page of each, from the list and from the server', async ({
  page,
  backend,
}) => {
  test.slow();
  const titles = titlesOf(backend);
  const works = await storeWorks(backend);
  await page.goto('/');
  const cards = page.locator('#gallerySection li > a');
  await expect(cards).toHaveCount(titles.length + works.size);
  expect(await strangeLinks(page)).toEqual([]);
  expect(await misfits(page)).toEqual([]);
  const all = await cards.evaluateAll((links) =>
    links.map((link): [string, string] => [
      link.getAttribute('href')!,
      link.querySelector('[dir=auto]')!.textContent!,
    ]),
  );
  expect(all.map(([, title]) => title).filter((title) => titles.includes(title))).toEqual(titles);

  for (const [id, title] of works) {
    const address = `/work/${encodeURIComponent(id)}`;
    expect.soft(all).toContainEqual([address, title]);
    for (const from of ['the list', 'the server']) {
      if (from === 'the list') await page.locator(`a[href="${address}"]`).click();
      else if ((await page.goto(address))?.status() === 404) {
        // Hosting refuses these two names (local/tests/hostile); a link within the page works.
        expect.soft(id).toMatch(/%2f|%E0/);
        continue;
      }
      await expect.soft(page.locator('h1')).toHaveText(title, { useInnerText: false });
      await expect.soft(page.locator('section[aria-labelledby=before-title] li')).toHaveCount(1);
      await expect.soft(page.getByText('No pictures yet.')).toHaveCount(1);
      expect.soft(await strangeLinks(page), id).toEqual([]);
      expect.soft(await misfits(page), id).toEqual([]);
    }
    await page.goto('/');
  }
});

test('pictures of another host are not fetched, and the policy says so', async ({
  page,
  backend,
  policy,
}) => {
  await storeDocument(backend, 'gallery/elsewhere', {
    title: 'Elsewhere',
    created: new Date('2020-01-01T00:00:00Z'),
    cover: { url: 'https://evil.example/a.jpg', thumb: 'https://evil.example/b.jpg' },
    before: [],
    after: [],
  });
  await page.goto('/work/elsewhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elsewhere');
  await expect(page.locator('header > a img')).toHaveCount(0);
  const [first, ...others] = policy.splice(0);
  expect(first).toMatch(/https:\/\/evil\.example\/a\.jpg.*img-src/s);
  expect(others.filter((entry) => !entry.includes('img-src'))).toEqual([]);
});

test('reviews: what is one is shown as text, what is none is left out', async ({
  page,
  backend,
}) => {
  await storeDocument(backend, 'gallery/reviewed', { title: 'Reviewed', created: new Date() });
  const reviews: Record<string, Plain>[] = [
    ...TEXTS.map((text) => ({ text, stars: 5, user: IMAGE, id: IMAGE, ...THENABLE })),
    { text: 'oak '.repeat(5000), stars: 5 },
    { text: 'x\n'.repeat(500), stars: 5, created: IMAGE },
    { text: 'six stars', stars: 6 },
    { text: 'no stars' },
  ];
  for (const [index, review] of reviews.entries()) {
    const id = `review${String(index).padStart(4, '0')}`;
    const created = new Date(Date.UTC(2026, 1, 1, 0, index));
    await storeDocument(backend, `gallery/reviewed/reviews/${id}`, { created, ...review });
  }
  await page.goto('/work/reviewed');
  await expect(page.getByText(`from ${reviews.length - 2} reviews`)).toBeVisible();
  const texts = await page
    .locator('section:has(> * > #reviews-title) li [dir=auto]')
    .evaluateAll((items) => items.map((item) => item.textContent));
  const shown = reviews.slice(0, -2).map(({ text }) => text as string);
  expect(texts.toSorted()).toEqual(shown.toSorted());
  expect(await misfits(page)).toEqual([]);
});

test('services: the form offers what is usable, and every odd one chosen is sent as it is', async ({
  page,
  backend,
}) => {
  const odd = [IMAGE, '__proto__', 'constructor', '\u202Ex', '🚪'.repeat(32)];
  const names = odd.map((_, index) => `${TEXTS[index]!} ${index}`);
  await storeDocument(backend, 'configurations/configurations', {
    services_types: [
      null,
      ...odd.map((id, index) => ({ id, name: names[index]!, icon: `javascript:${RUN}` })),
      { id: 'word', name: 'n'.repeat(5000), icon: '__proto__' },
    ],
    // As the local seed has it: without, the rules want Google's own address.
    download_address:
      'http://(localhost|127[.]0[.]0[.][0-9]+)(:[0-9]+)?/v0/b/demo-cabinets[.]appspot[.]com/o/',
  });
  await page.goto('/#request-service');
  await workerControls(page);
  await appStarted(page);
  const offered = page.locator('label:has(input[name=categories])');
  await expect(offered).toHaveCount(odd.length + 1);
  expect(await misfits(page)).toEqual([]);
  await fillForm(page);
  for (const index of odd.keys()) await offered.nth(index).locator('input').check({ force: true });
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await once(backend, { fields: { ...FILLED, categories: odd }, pictures: [] });
});
