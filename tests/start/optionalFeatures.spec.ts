// A page in a browser that lacks a feature, or in which it is broken: the request arrives all the same.
import { appStarted } from '../support/deliveryActions';
import { breakFeatures, type Breakage, type Broken } from '../support/brokenFeatures';
import { expect, test } from '../support/fixtures';
import { choose, FILLED, fillForm, openForm, pngFile, sendButton } from '../support/formActions';

/** Each feature that the site can do without, and the ways in which it breaks. */
type Features = Record<string, Breakage[]>;

const WORKER: Features = {
  'Navigator.prototype.serviceWorker': ['missing', 'blocked'],
  'ServiceWorkerContainer.prototype.register': ['throws', 'rejects', 'silent'],
  'ServiceWorkerContainer.prototype.getRegistration': ['throws', 'rejects', 'silent'],
  'ServiceWorkerContainer.prototype.controller': ['blocked'],
  'ServiceWorkerContainer.prototype.ready': ['blocked'],
  'ServiceWorker.prototype.postMessage': ['throws'],
  'ServiceWorkerRegistration.prototype.sync': ['missing', 'blocked'],
  'SyncManager.prototype.register': ['throws', 'rejects', 'silent'],
  SyncManager: ['missing'],
};

const PICTURES_AND_DIALOG: Features = {
  createImageBitmap: ['missing', 'throws', 'rejects'],
  OffscreenCanvas: ['missing'],
  'HTMLDialogElement.prototype.showModal': ['missing', 'throws'],
  'Navigator.prototype.onLine': ['missing', 'blocked'],
};

const OUTBOX: Features = {
  BroadcastChannel: ['missing', 'throws'],
  'BroadcastChannel.prototype.postMessage': ['throws'],
  structuredClone: ['missing', 'throws'],
  MessageChannel: ['missing'],
  'Navigator.prototype.locks': ['missing', 'blocked'],
  'LockManager.prototype.request': ['throws', 'rejects'],
  indexedDB: ['missing', 'null', 'blocked'],
  'IDBFactory.prototype.open': ['throws', 'silent'],
};

const WEB_STORAGE_AND_CACHES: Features = {
  localStorage: ['missing', 'null', 'blocked'],
  sessionStorage: ['missing', 'null', 'blocked'],
  'Storage.prototype.setItem': ['throws'],
  'Storage.prototype.getItem': ['throws'],
  caches: ['missing', 'blocked'],
  'CacheStorage.prototype.open': ['throws', 'rejects'],
  'CacheStorage.prototype.has': ['throws', 'rejects', 'silent'],
};

/** Two lists whose features do not stand in for one another: each visit breaks the next one of both. */
const PAIRS: [Features, Features][] = [
  [WORKER, PICTURES_AND_DIALOG],
  [OUTBOX, WEB_STORAGE_AND_CACHES],
];

/**
 * Features of different parts of the page, none of which stands in for another. They are broken all together, one way
 * after another. None of a list leads to another one of it.
 */
const APART: Record<string, Features> = {
  'the objects of fonts, idleness, sizes and looks': {
    'Document.prototype.fonts': ['missing', 'blocked'],
    IntersectionObserver: ['missing', 'throws'],
    MutationObserver: ['missing'],
    ResizeObserver: ['missing'],
    requestIdleCallback: ['missing', 'throws'],
    matchMedia: ['missing', 'throws'],
    'Document.prototype.startViewTransition': ['missing', 'throws'],
    'Navigator.prototype.storage': ['missing', 'blocked'],
    'Navigator.prototype.connection': ['missing', 'blocked'],
    'Navigator.prototype.clipboard': ['missing', 'blocked'],
    'Performance.prototype.getEntriesByName': ['missing', 'throws'],
    'Crypto.prototype.randomUUID': ['missing'],
    CSS: ['missing'],
  },
  'calls of such objects': {
    'FontFaceSet.prototype.load': ['missing', 'throws', 'rejects', 'silent'],
    'StorageManager.prototype.persist': ['missing', 'throws', 'rejects'],
    'HTMLImageElement.prototype.decode': ['missing', 'throws', 'rejects'],
  },
};

/** What came with Safari 15.4 or later, of what is ever called. */
const SINCE_SAFARI_15_4 = [
  'BroadcastChannel',
  'structuredClone',
  'Navigator.prototype.locks',
  'HTMLDialogElement.prototype.showModal',
  'HTMLDialogElement.prototype.close',
  'Object.hasOwn',
  'Array.prototype.at',
  'String.prototype.at',
  'Array.prototype.findLast',
  'Array.prototype.findLastIndex',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
  'Array.prototype.toSpliced',
  'Array.fromAsync',
  'Object.groupBy',
  'Promise.withResolvers',
  'Crypto.prototype.randomUUID',
  'AbortSignal.timeout',
  'AbortSignal.any',
  'URL.canParse',
  'requestIdleCallback',
  'Document.prototype.startViewTransition',
  'OffscreenCanvas',
];

const WAYS = ['missing', 'null', 'blocked', 'throws', 'rejects', 'silent'] as const;

const eachOf = (features: Features): Broken[] =>
  Object.entries(features).flatMap(([path, ways]) => ways.map((how) => ({ path, how })));

/** Each row is a visit of its own. */
const rows: [name: string, broken: Broken[]][] = [
  ...PAIRS.flatMap((pair) => {
    const [some, others] = [eachOf(pair[0]), eachOf(pair[1])];
    // The longer list goes on alone.
    return Array.from({ length: Math.max(some.length, others.length) }, (_, index) => {
      const broken = [some, others].flatMap((list) => list.slice(index, index + 1));
      const name = broken.map(({ path, how }) => `${path} ${how}`).join(' and ');
      return [name, broken] as [string, Broken[]];
    });
  }),
  ...Object.entries(APART).flatMap(([what, features]) =>
    WAYS.map((how): [string, Broken[]] => [
      `${what} ${how}`,
      Object.entries(features).flatMap(([path, ways]) =>
        ways.includes(how) ? [{ path, how }] : [],
      ),
    ]).filter(([, broken]) => broken.length > 0),
  ),
  [
    'what came with Safari 15.4 missing',
    SINCE_SAFARI_15_4.map((path) => ({ path, how: 'missing' })),
  ],
  // A browser that has the class has this, too: the SDK for the live gallery asks only for the class.
  ...(['missing', 'throws'] as const).map((how): [string, Broken[]] => [
    `Performance.prototype.getEntriesByType ${how}`,
    [
      { path: 'PerformanceNavigationTiming', how: 'missing' },
      { path: 'Performance.prototype.getEntriesByType', how },
    ],
  ]),
];

/** In `npm test`; the others are in the full run. */
const WITNESS = 'what came with Safari 15.4 missing';

for (const [name, broken] of rows) {
  const options = name === WITNESS ? {} : { tag: '@full' };
  test(
    `with ${name}, a request arrives and the gallery is there`,
    options,
    async ({ page, requestsStored, objectsStored }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await breakFeatures(page, broken);
      await page.goto('/');
      await appStarted(page);
      await openForm(page);
      await fillForm(page);
      await choose(page, [await pngFile('door.png')]);
      await sendButton(page).click();
      await expect(page.getByText('Request created sucessfully')).toBeVisible();
      const [request, ...others] = requestsStored();
      expect(others).toEqual([]);
      expect(request).toMatchObject({ ...FILLED, status: 1 });
      expect(request!.files).toHaveLength(1);
      expect(objectsStored()).toHaveLength(2);
      await page.getByRole('button', { name: 'Copy number' }).click();
      await expect(page.getByText(/^(Number copied\.|Press and hold the number)/)).toBeVisible();

      await page.getByRole('button', { name: 'Click here to continue' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const card = page.locator('#gallerySection').getByRole('link').first();
      const title = await card.textContent();
      await card.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!.trim());
      const picture = page
        .getByRole('region', { name: 'Before', exact: true })
        .locator('img')
        .first();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await page
        .getByRole('heading', { name: 'Reviews from our clients' })
        .scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Sign in to write a review' })).toBeVisible();
      expect(errors).toEqual([]);
    },
  );
}
