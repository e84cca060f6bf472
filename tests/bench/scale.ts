/**
 * What a visit costs by the length of the gallery: a first visit, a second one and one without a network, each with a
 * look at the gallery, on a phone's CPU. Documents, requests and bytes are Firestore's.
 */
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext } from '@playwright/test';
import type { Backend } from '../../backend/backend';
import type { Ports } from '../../backend/listening';
import { startSiteBackend } from '../../tools/start/backend';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { storeWorks } from '../support/serverContent';
import { PHONE, throttle } from './phone';

const LENGTHS = [8, 100, 1_000, 10_000];
/** A visit is over when nothing was read for so many milliseconds: longer than listener and idle work wait. */
const QUIET = 16_000;

/** Serves a built site at `ports`, where nothing else may listen, and visits it. */
export async function benchScale(
  host: string,
  siteDir: string,
  ports: Ports,
  lengths: readonly number[] = LENGTHS,
): Promise<void> {
  const rows: object[] = [];
  for (const works of lengths) {
    const backend = await startSiteBackend({ host, ports, siteDir, faults: true, quiet: true });
    storeWorks(backend, works);
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: CHROMIUM_ARGS,
    });
    try {
      const context = await browser.newContext({
        baseURL: `http://${host}:${ports.hosting}`,
        ...PHONE,
      });
      // tsx wraps named functions in a helper of its own, which the page does not have.
      await context.addInitScript('globalThis.__name = (named) => named');
      await context.addInitScript(watch);
      for (const visit of ['first', 'second', 'offline']) {
        await context.setOffline(visit === 'offline');
        rows.push({ works, visit, ...(await measure(context, backend)) });
      }
    } finally {
      await browser.close();
      await backend.stop();
    }
  }
  console.log('\nA visit by the length of the gallery, CPU ÷ 4 (times in ms, heap in MB)');
  console.table(rows);
}

/** In the page: notes its long tasks, and when the first card is there. */
function watch(): void {
  const seen = { tasks: [] as number[], firstCard: 0 };
  Object.assign(globalThis, { seen });
  const note = (list: PerformanceObserverEntryList) =>
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#gallerySection li > a')) return;
    seen.firstCard = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

async function measure(context: BrowserContext, backend: Backend) {
  backend.reads.reset();
  backend.requests.clear();
  const page = await context.newPage();
  await throttle(page);
  await page.goto('/');
  await page.locator('#gallerySection li > a').first().waitFor();
  await page.locator('#gallerySection').scrollIntoViewIfNeeded();
  let before: number;
  do {
    before = backend.reads.total;
    await setTimeout(QUIET);
  } while (backend.reads.total > before);
  const { tasks, firstCard } = await page.evaluate(
    () => (globalThis as unknown as { seen: { tasks: number[]; firstCard: number } }).seen,
  );
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const cards = await page.locator('#gallerySection li > a').count();
  await page.close();
  const asked = backend.requests.filter(({ service }) => service === 'firestore');
  return {
    documents: backend.reads.total,
    requests: asked.length,
    bytes: asked.reduce((sum, { sent }) => sum + sent, 0),
    cards,
    'first card': Math.round(firstCard),
    'longest task': Math.round(Math.max(0, ...tasks)),
    heap: Math.round(usedSize / 1e5) / 10,
  };
}
