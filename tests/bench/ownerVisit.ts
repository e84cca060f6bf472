/** One visit of the owner's page by a phone at the far end of the line: what is shown when, and what it has cost. */
import { createHash, X509Certificate } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Backend } from '../../backend/backend';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import type { Arrived } from './googleOnLine';
import type { Key } from './http2Site';
import type { Kept } from './ownerContents';
import { PHONE, throttle } from './slowPhone';

const POPUP = /^apis\.google\.com|firebaseapp\.com/;
const LISTS = /:runQuery/;

export const SITE = 'https://site.example';

/** Auth asks whether it runs on a phone by this. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** A visit is over when nothing was asked for so many milliseconds. */
const QUIET = 3_000;

export interface Visit {
  cost: Record<string, number>;
  documents: Record<string, number>;
  /** Milliseconds after the navigation. */
  moments: Record<string, number>;
}

interface Phone {
  /** A Chromium at the far end of the line. */
  executablePath: string;
  /** The folder in which the browser keeps its cache and its databases. */
  profile: string;
  key: Key;
  /** Addresses by the names that lead there. */
  hosts: Record<string, string>;
}

/** Opens the phone's browser, which has no connection yet. */
export async function openPhone({ executablePath, profile, key, hosts }: Phone) {
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    userAgent: USER_AGENT,
    executablePath,
    args: [
      ...CHROMIUM_ARGS,
      '--disable-gpu',
      `--host-resolver-rules=${rules.join(', ')}`,
      // Not Playwright's `ignoreHTTPSErrors`: Chromium caches nothing that comes with an error.
      `--ignore-certificate-errors-spki-list=${fingerprint(key)}`,
    ],
  });
  // tsx wraps named functions in a helper of its own, which the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(watchLists);
  return context;
}

function fingerprint({ cert }: Key): string {
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64');
}

/** Puts the sign-in into the browser's database, where Auth keeps it, without asking the line for anything. */
export async function keepSession(profile: string, kept: Kept): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS],
  });
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const page = context.pages()[0]!;
  await page.goto(SITE);
  await page.evaluate(async (value) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
    );
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
    const key = `firebase:authUser:${value.apiKey}:${value.appName}`;
    writing.objectStore('firebaseLocalStorage').put({ fbase_key: key, value });
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  }, kept);
  await context.close();
}

interface Seen {
  works: number;
  reviews: number;
}

/** In the page: notes when the first work and the first review were painted. */
function watchLists(): void {
  const seen: Seen = { works: 0, reviews: 0 };
  Object.assign(globalThis, { seen });
  const noted = new Set<string>();
  new MutationObserver(() => {
    for (const list of ['works', 'reviews'] as const) {
      if (noted.has(list) || !document.querySelector(`[aria-labelledby=owner-${list}] li`))
        continue;
      noted.add(list);
      const painted = () => {
        seen[list] = performance.now();
      };
      requestAnimationFrame(() => globalThis.setTimeout(painted));
    }
  }).observe(document, { childList: true, subtree: true });
}

const seenIn = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

export async function visitOwnersPage(
  context: BrowserContext,
  backend: Backend,
  arrived: Arrived[],
): Promise<Visit> {
  backend.reads.reset();
  arrived.length = 0;
  let requests = 0;
  context.on('request', () => {
    requests += 1;
  });
  const page = context.pages()[0]!;
  await throttle(page);
  await page.goto(`${SITE}/owner`);
  await page.waitForFunction(() => {
    const { works, reviews } = (globalThis as unknown as { seen: Seen }).seen;
    return works > 0 && reviews > 0;
  });
  let before: number;
  do {
    before = requests;
    await setTimeout(QUIET);
  } while (requests > before);
  const { works, reviews } = await seenIn(page);
  const loaded = await loadedBy(page);
  const since = (time: number | undefined) => (time ? time - loaded.begun : 0);
  // Chromium sends preflights without telling the page.
  const preflights = arrived.filter(({ method }) => method === 'OPTIONS');
  const shown = loaded.begun + Math.max(works, reviews);
  const late = arrived.filter(({ at }) => at > shown);
  return {
    cost: {
      works,
      reviews,
      'kB of scripts': loaded.scripts / 1000,
      'of the popup’s': bytesOf(arrived, POPUP) / 1000,
      'of the lists': bytesOf(arrived, LISTS) / 1000,
      requests: requests + preflights.length,
      'of them preflights': preflights.length,
      'to Google after the lists': late.length,
    },
    documents: documentsOf(backend),
    moments: { ...loaded.moments, ...momentsOf(arrived, since), works, reviews },
  };
}

/** What the page itself knows of its loading. Bytes are those that came over the line. */
const loadedBy = (page: Page) =>
  page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = all.filter(
      ({ name }) => name.startsWith(location.origin) && name.endsWith('.js'),
    );
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return {
      begun: performance.timeOrigin,
      scripts: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
      moments: {
        'the page comes': navigation!.responseStart,
        'scripts are there': Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
        'first paint': painted!.startTime,
      },
    };
  });

/** What Firestore bills for the visit, by what it is for; the rules' own look at the owners is not counted. */
function documentsOf({ reads }: Backend): Record<string, number> {
  const kinds = {
    'the list of works': /^gallery$/,
    'the list of reviews': /^reviews$/,
    'the titles of works': /^gallery\/[^/]+$/,
    'the quotes': /^configurations\/|^configurations$/,
    'the own owners document': /^owners/,
  };
  const counts = Object.entries(kinds).map(([name, path]) => [name, reads.of(path)] as const);
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  return { ...Object.fromEntries(counts), others: reads.total - known };
}

/** The requests to these addresses, without preflights. */
const to = (arrived: Arrived[], pattern: RegExp) =>
  arrived.filter(
    ({ method, host, path }) => method !== 'OPTIONS' && pattern.test(`${host}${path}`),
  );

const bytesOf = (arrived: Arrived[], pattern: RegExp) =>
  to(arrived, pattern).reduce((sum, { bytes }) => sum + bytes, 0);

/** What reached Google's end of the line when, and when it had answered. */
function momentsOf(arrived: Arrived[], since: (time: number | undefined) => number) {
  const [popup, account, listener, lists] = [
    to(arrived, POPUP),
    to(arrived, /accounts:lookup/),
    to(arrived, /\/Listen\/channel/),
    to(arrived, LISTS),
  ] as const;
  return {
    'popup’s code sent': since(popup.at(-1)?.answered),
    'account asked for': since(account[0]?.at),
    'account answered': since(account[0]?.answered),
    'listener opened': since(listener[0]?.at),
    'lists asked for': since(lists[0]?.at),
    'lists answered': since(lists.at(-1)?.answered),
  };
}
