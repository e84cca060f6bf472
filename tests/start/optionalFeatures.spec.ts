// A page in a browser that lacks a feature, or in which it is broken: the request arrives all the same.
import type { Page } from '@playwright/test';
import { appStarted } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { choose, FILLED, fillForm, openForm, pngFile, sendButton } from '../support/formActions';

/**
 * `missing`: not there. `null`: there, but null. `blocked`: reading it throws a SecurityError. `throws`: calling or
 * constructing it throws. `rejects`: calling it rejects. `silent`: calling it never settles.
 */
type Breakage = 'missing' | 'null' | 'blocked' | 'throws' | 'rejects' | 'silent';

/** A feature by its path from the global object, e.g. `Navigator.prototype.locks`. */
interface Broken {
  path: string;
  how: Breakage;
}

/** Takes features away from a page, or breaks them, before any script of the page runs. */
function breakFeatures(page: Page, features: Broken[]): Promise<unknown> {
  return page.addInitScript((all) => {
    for (const { path, how } of all) {
      const names = path.split('.');
      const key = names.pop()!;
      let owner: any = globalThis;
      for (const name of names) owner = owner?.[name];
      if (!owner || !(key in owner)) continue;
      const fail = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      const values = {
        missing: undefined,
        null: null,
        // A function that can be called and constructed.
        throws: function () {
          fail();
        },
        rejects: async () => fail(),
        silent: () => new Promise(() => {}),
      };
      if (how === 'missing' && delete owner[key] && !(key in owner)) continue;
      const configurable = true;
      if (how === 'blocked') Object.defineProperty(owner, key, { get: fail, configurable });
      else Object.defineProperty(owner, key, { value: values[how], configurable, writable: true });
    }
  }, features);
}

/** Features of one part of the page, and the ways in which each breaks. */
type Features = Record<string, Breakage[]>;

const WORKER_START: Features = {
  'Navigator.prototype.serviceWorker': ['missing', 'blocked'],
  'ServiceWorkerContainer.prototype.register': ['throws', 'rejects', 'silent'],
  'ServiceWorkerContainer.prototype.getRegistration': ['throws', 'rejects', 'silent'],
};

const DATABASE: Features = {
  indexedDB: ['missing', 'null', 'blocked'],
  'IDBFactory.prototype.open': ['throws', 'silent'],
};

const PICTURES_AND_DIALOG: Features = {
  createImageBitmap: ['missing', 'throws', 'rejects'],
  OffscreenCanvas: ['missing'],
  'HTMLDialogElement.prototype.showModal': ['missing', 'throws'],
  'Navigator.prototype.onLine': ['missing', 'blocked'],
};

const WEB_STORAGE: Features = {
  localStorage: ['missing', 'null', 'blocked'],
  sessionStorage: ['missing', 'null', 'blocked'],
  'Storage.prototype.setItem': ['throws'],
  'Storage.prototype.getItem': ['throws'],
};

const WORKER_USE: Features = {
  'ServiceWorkerContainer.prototype.controller': ['blocked'],
  'ServiceWorkerContainer.prototype.ready': ['blocked'],
  'ServiceWorker.prototype.postMessage': ['throws'],
  'ServiceWorkerRegistration.prototype.sync': ['missing', 'blocked'],
  'SyncManager.prototype.register': ['throws', 'rejects', 'silent'],
  SyncManager: ['missing'],
};

const TABS: Features = {
  BroadcastChannel: ['missing', 'throws'],
  'BroadcastChannel.prototype.postMessage': ['throws'],
  structuredClone: ['missing', 'throws'],
  MessageChannel: ['missing'],
};

const LOCKS: Features = {
  'Navigator.prototype.locks': ['missing', 'blocked'],
  'LockManager.prototype.request': ['throws', 'rejects'],
};

const CACHES: Features = {
  caches: ['missing', 'blocked'],
  'CacheStorage.prototype.open': ['throws', 'rejects'],
  'CacheStorage.prototype.has': ['throws', 'rejects', 'silent'],
};

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

/** What a visit breaks, by the name that its title has for it. */
type Step = [name: string, broken: Broken[]];

const eachOf = (features: Features): Step[] =>
  Object.entries(features).flatMap(([path, ways]) =>
    ways.map((how): Step => [`${path} ${how}`, [{ path, how }]]),
  );

const apart = Object.entries(APART).flatMap(([what, features]) =>
  WAYS.map((how): Step => [
    `${what} ${how}`,
    Object.entries(features).flatMap(([path, ways]) => (ways.includes(how) ? [{ path, how }] : [])),
  ]).filter(([, broken]) => broken.length > 0),
);

/** A browser that has the class has this, too: the SDK for the live gallery asks only for the class. */
const navigationTiming = (['missing', 'throws'] as const).map((how): Step => [
  `Performance.prototype.getEntriesByType ${how}`,
  [
    { path: 'PerformanceNavigationTiming', how: 'missing' },
    { path: 'Performance.prototype.getEntriesByType', how },
  ],
]);

/**
 * Groups of lists: a visit takes the next step of every list of its group. Nothing leads to a feature of another list of
 * the group: without a database or a worker there is nothing to sync, to lock or to tell other tabs.
 */
const GROUPS: Step[][][] = [
  [...[WORKER_START, DATABASE, PICTURES_AND_DIALOG, WEB_STORAGE].map(eachOf), navigationTiming],
  [...[WORKER_USE, TABS, LOCKS, CACHES].map(eachOf), apart],
];

/** Each row is a visit of its own. The longest list of a group goes on alone. */
const rows: Step[] = [
  ...GROUPS.flatMap((lists) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index): Step => {
      const steps = lists.flatMap((list) => list.slice(index, index + 1));
      return [steps.map(([name]) => name).join(', '), steps.flatMap(([, broken]) => broken)];
    }),
  ),
  [
    'what came with Safari 15.4 missing',
    SINCE_SAFARI_15_4.map((path) => ({ path, how: 'missing' })),
  ],
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
      await expect(
        page.getByRole('heading', { name: 'Request created sucessfully' }),
      ).toBeVisible();
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
