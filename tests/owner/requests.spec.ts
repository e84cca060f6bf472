// An owner reads the requests: they come to an open page by themselves, are answered, and stay nowhere.
import type { Page } from '@playwright/test';
import { toFields } from '../../backend/protoJson';
import { expect, test } from '../support/fixtures';
import { kept } from '../support/keptTexts';
import { openOwnerPage } from '../support/ownerActions';
import { storeDocument, storedRequests } from '../support/serverContent';

const WORDS = 'Twelve doors of red oak, in sage.';

const request = (minute: number, more = {}) => ({
  created: new Date(Date.UTC(2030, 0, 1, 9, minute)),
  status: 1,
  name: 'Ada <b>Lovelace</b>',
  email: 'ada@example.com',
  phone: '(404) 555-0100',
  address: '12 Oak Street, Lawrenceville',
  categories: ['kitchen'],
  description: WORDS,
  files: [],
  ...more,
});

/** The page is shown again: it looks as it does each minute. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** All that the browser keeps of this site, as one text. */
const keptText = async (page: Page) => (await kept(page)).join('\n');

test(
  'a request comes to an open page with its words, is answered and undone, and leaves nothing behind',
  { tag: ['@full', '@official'] },
  async ({ page, backend }) => {
    await storeDocument(backend, 'requests/1000000001', request(1, { name: 'Grace' }));
    await openOwnerPage(page);
    const requests = page.getByRole('region', { name: /^Requests/ });
    const rows = requests.getByRole('article');
    await expect(rows).toHaveCount(1);
    await storeDocument(backend, 'requests/1000000002', request(2));
    await lookAgain(page);
    await expect(requests.getByRole('heading', { level: 2 })).toHaveText('Requests · 1 new');
    await expect(page).toHaveTitle(/^\(1\) Owner’s page/);
    // Under somebody’s finger no row moves.
    await expect(rows).toHaveCount(1);
    await requests.getByRole('button', { name: 'Show 1 new request' }).click();
    await expect(rows).toHaveCount(2);
    await expect(requests.getByRole('heading', { level: 2 })).toHaveText('Requests · 1 new');
    const row = rows.first();
    // What a visitor writes is text.
    await expect(row).toContainText('Ada <b>Lovelace</b>');
    await expect(row).toContainText(WORDS);
    await row.getByRole('button', { name: /^Open/ }).click();
    await expect(page).toHaveTitle(/^Owner’s page/);
    const links = await row
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]),
      );
    const hello = 'Hello%20Ada%20%3Cb%3ELovelace%3C%2Fb%3E';
    expect(links).toEqual([
      ['Call', 'tel:4045550100'],
      [
        'WhatsApp',
        `https://wa.me/14045550100?text=${hello}%2C%20thank%20you%20for%20your%20request%20%23100%20000%200002%20on%20our%20website.`,
      ],
      [
        'Email',
        `mailto:ada%40example.com?subject=Your%20request%20%23100%20000%200002&body=${hello}%2C%0D%0A%0D%0A`,
      ],
      [
        'Map',
        'https://www.google.com/maps/search/?api=1&query=12%20Oak%20Street%2C%20Lawrenceville',
      ],
    ]);

    const status = () => storedRequests(backend).map(({ status }) => status);
    await row.getByRole('button', { name: /^Mark as answered/ }).click();
    await expect(row.getByText('Answered', { exact: true })).toBeVisible();
    expect(status()).toEqual([1, 2]);
    await row.getByRole('button', { name: /^Mark as not answered/ }).click();
    await expect(row.getByRole('button', { name: /^Mark as answered/ })).toBeVisible();
    expect(status()).toEqual([1, 1]);

    expect(await keptText(page)).not.toMatch(/Ada|Grace|red oak|555-0100/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText(WORDS)).toHaveCount(0);
    expect(await keptText(page)).not.toMatch(/Ada|Grace|red oak|555-0100/);
  },
);

test(
  'a request that was deleted goes from an open page with one sentence, and one that a mail names is opened',
  { tag: '@full' },
  async ({ page, backend }) => {
    for (const number of [1, 2, 3])
      await storeDocument(backend, `requests/100000000${number}`, request(number));
    await openOwnerPage(page);
    const requests = page.getByRole('region', { name: /^Requests/ });
    await expect(requests.getByRole('article')).toHaveCount(3);
    // Whichever it is, and however the list is read.
    await storeDocument(backend, 'requests/1000000001', undefined);
    await storeDocument(backend, 'requests/1000000004', request(4));
    await requests.getByRole('button', { name: 'Look for new requests' }).click();
    await expect(requests.getByRole('status')).toHaveText(/^#1000000001: deleted/);
    await expect(requests.getByRole('heading', { level: 2 })).toHaveText('Requests · 1 new');
    await storeDocument(backend, 'requests/1000000004', undefined);
    await lookAgain(page);
    await expect(requests.getByRole('status')).toHaveText(
      '#1000000004: deleted, so it is not in this list any more.',
    );
    await expect(requests.getByRole('heading', { level: 2 })).toHaveText('Requests');
    await storeDocument(backend, 'requests/1000000002', undefined);
    await requests.getByRole('button', { name: 'Look for new requests' }).click();
    await expect(requests.getByRole('status')).toHaveText(/^#1000000002: deleted/);
    await expect(requests.getByRole('article')).toHaveCount(1);
    await page.evaluate(() => (location.hash = '#request-1000000003'));
    await expect(requests.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    // Deleted since: the press says so.
    await storeDocument(backend, 'requests/1000000003', undefined);
    await requests.getByRole('button', { name: /^Mark as answered/ }).click();
    await expect(requests.getByText('There is no request.')).toBeVisible();
  },
);

test(
  'a flood hides no request: the list is read again, and one that a mail names stands above it once',
  { tag: '@full' },
  async ({ page, backend }) => {
    const store = (first: number, last: number) =>
      backend.firestore.commit(
        Array.from({ length: last - first + 1 }, (_, index) => ({
          path: `requests/${1_000_000_000 + first + index}`,
          fields: toFields(request(first + index)),
        })),
      );
    await openOwnerPage(page);
    const requests = page.getByRole('region', { name: /^Requests/ });
    const rows = requests.getByRole('article');
    await expect(requests.getByText('There is no request.')).toBeVisible();
    store(1, 1);
    await lookAgain(page);
    await requests.getByRole('button', { name: 'Show 1 new request' }).click();
    await expect(rows).toHaveCount(1);
    // One that is newer than the list may have others before it.
    store(2, 4);
    await page.evaluate(() => (location.hash = '#request-1000000004'));
    await expect(rows).toHaveCount(4);
    await page.evaluate(() => (location.hash = ''));
    store(5, 27);
    await lookAgain(page);
    await requests.getByRole('button', { name: 'Show 20 or more new requests' }).click();
    await expect(rows).toHaveCount(20);
    await expect(requests.getByRole('status')).toBeEmpty();
    await page.evaluate(() => (location.hash = '#request-1000000001'));
    await expect(rows).toHaveCount(21);
    await expect(rows.first()).toContainText('#1000000001');
    await requests.getByRole('button', { name: 'Show more requests' }).click();
    await expect(rows).toHaveCount(27);
    // A look that fails shows no fewer when it is repeated.
    const held = backend.faults.add({
      service: 'firestore',
      url: /:runQuery/,
      do: { kind: 'status', status: 503 },
    });
    await requests.getByRole('button', { name: 'Look for new requests' }).click();
    await expect(requests.getByText('The requests did not load.')).toBeVisible();
    held.remove();
    store(28, 28);
    await requests.getByRole('button', { name: 'Try again' }).click();
    await expect(rows).toHaveCount(28);
    await page.evaluate(() => (location.hash = '#request-9999999999'));
    await expect(requests.getByRole('status')).toHaveText(/^#9999999999: deleted/);
  },
);
