/** A visitor with a phone, for the tables of what a visit costs (`scale*.ts`). */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Backend } from '../../backend/backend';
import type { Ports } from '../../backend/listening';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { PHONE } from './slowPhone';

/** A built site, and the ports at which nothing else listens. */
export interface Place {
  host: string;
  siteDir: string;
  ports: Ports;
}

/** Serves the site with a backend of its own, and lets a new visitor look at it. */
export async function withVisitor(
  { host, siteDir, ports }: Place,
  visit: (context: BrowserContext, backend: Backend) => Promise<void>,
): Promise<void> {
  const backend = await startSiteBackend({ host, ports, siteDir, faults: true, quiet: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    const context = await browser.newContext({
      baseURL: `http://${host}:${ports.hosting}`,
      ...PHONE,
    });
    // tsx wraps named functions in a helper of its own, which the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript(watchTasks);
    await visit(context, backend);
  } finally {
    await browser.close();
    await backend.stop();
  }
}

/** In the page: notes its long tasks. */
function watchTasks(): void {
  const longTasks: number[] = [];
  Object.assign(globalThis, { longTasks });
  new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask', buffered: true });
}

/** Milliseconds of the page's long tasks, and the bytes of its heap in MB. */
export async function strainOf(page: Page) {
  const tasks = await page.evaluate(
    () => (globalThis as unknown as { longTasks: number[] }).longTasks,
  );
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return {
    'longest task': Math.round(Math.max(0, ...tasks)),
    'all long tasks': Math.round(tasks.reduce((sum, each) => sum + each, 0)),
    heap: Math.round(usedSize / 1e5) / 10,
  };
}

/** What Firestore has sent since its log was cleared. */
export function trafficOf({ reads, requests }: Backend) {
  const asked = requests.filter(({ service }) => service === 'firestore');
  return {
    documents: reads.total,
    requests: asked.length,
    bytes: asked.reduce((sum, { sent }) => sum + sent, 0),
  };
}
