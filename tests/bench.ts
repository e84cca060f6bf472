/**
 * `npm run bench -- [rounds, 3]`: how fast the built site is, and Lighthouse's other scores. Lighthouse (phone)
 * against the landing page and a work's page, and against a floor for each: the page as it was in November
 * 2026, without script and without faces of its own (`tests/floor`), so that it does not move with the page.
 * Interleaved runs, medians and ratios, both ways of throttling.
 */
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Config, type Result } from 'lighthouse';
import { createHosting } from '../backend/hosting/index';
import { startSiteBackend } from '../tools/start/backend';
import { buildSite, setLocalEnvironment } from '../tools/start/site';
import { storedWorks } from './browser/stored';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { freePort } from './freePort';

const HOST = '127.0.0.1';
const ROOT = join(import.meta.dirname, '..');
/** A running `npm start` is not in the way. */
const PORTS = { hosting: 5500, firestore: 8580, auth: 9599, storage: 9699 };
const SITE = `http://${HOST}:${PORTS.hosting}`;
const METHODS = { simulated: 'simulate', applied: 'devtools' } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

/** The one in the middle. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** What several runs say: milliseconds, but for CLS. */
const figures = (runs: Result[], name: keyof typeof AUDITS) =>
  runs.map(({ audits }) => audits[AUDITS[name]]!.numericValue!);
const figure = (runs: Result[], name: keyof typeof AUDITS) => median(figures(runs, name));

const round = (value: number, digits = 0) => Number(value.toFixed(digits));

/** A copy of the site, with the floor's pages in it. */
function writeFloor(siteDir: string, floorDir: string, work: string): void {
  cpSync(siteDir, floorDir, { recursive: true });
  const page = (name: string) => join(import.meta.dirname, 'floor', name);
  cpSync(page('landing.html'), join(floorDir, 'index.html'));
  cpSync(page('work.html'), join(floorDir, 'work', work, 'index.html'));
}

/** One run of Lighthouse in a browser of its own. Throws where it could not say anything. */
async function run(url: string, settings: NonNullable<Config['settings']>): Promise<Result> {
  let message = 'no answer';
  // On a busy machine its trace may lack the start; it asks to be run again then.
  for (let tries = 0; tries < 3; tries += 1) {
    // Lighthouse talks to the browser by a port.
    const port = await freePort(HOST);
    const args = [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`];
    const browser = await chromium.launch({ executablePath: ensureChromium(), args });
    try {
      const flags = { port, output: 'json', logLevel: 'error' } as const;
      const config = { extends: 'lighthouse:default', settings } as const;
      const result = (await lighthouse(url, flags, config))?.lhr;
      if (result && !result.runtimeError) return result;
      message = result?.runtimeError?.message ?? message;
    } finally {
      await browser.close();
    }
  }
  throw new Error(`${url}: ${message}`);
}

/** A page whose gate was blocked is as quick as the floor. Throws for one without a script. */
function checkStarted(page: string, { audits }: Result): void {
  const { items } = audits['network-requests']!.details as { items: { url: string }[] };
  if (!items.some(({ url }) => url.endsWith('.js'))) throw new Error(`${page} did not start.`);
}

/** Prints a table for each way of throttling. */
async function bench(floor: string, pages: string[], rounds: number): Promise<void> {
  for (const [name, throttlingMethod] of Object.entries(METHODS)) {
    const rows: object[] = [];
    for (const page of pages) {
      const [site, base]: [Result[], Result[]] = [[], []];
      for (let done = 0; done < rounds; done += 1) {
        const settings = { onlyCategories: CATEGORIES, throttlingMethod };
        base.push(await run(floor + page, settings));
        const result = await run(SITE + page, settings);
        checkStarted(page, result);
        site.push(result);
      }
      const scores = CATEGORIES.map((category) => {
        return [
          category,
          round(100 * median(site.map((each) => each.categories[category]!.score!))),
        ];
      });
      rows.push({
        page: page.replace(/(?<=\/work\/).*/, '…'),
        FCP: round(figure(site, 'FCP')),
        'FCP ÷ floor': round(figure(site, 'FCP') / figure(base, 'FCP'), 3),
        LCP: round(figure(site, 'LCP')),
        'LCP ÷ floor': round(figure(site, 'LCP') / figure(base, 'LCP'), 3),
        SI: round(figure(site, 'SI')),
        'SI ÷ floor': round(figure(site, 'SI') / figure(base, 'SI'), 3),
        TBT: round(figure(site, 'TBT')),
        'TBT most': round(Math.max(...figures(site, 'TBT'))),
        'TBT floor, most': round(Math.max(...figures(base, 'TBT'))),
        CLS: round(figure(site, 'CLS'), 4),
        ...Object.fromEntries(scores),
      });
    }
    console.log(`\nThrottling: ${name}, medians of ${rounds} runs (ms)`);
    console.table(rows);
  }
}

const [rounds = '3'] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(rounds)) throw new Error('Usage: npm run bench -- [rounds 1-99]');
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const [siteDir, floorDir] = [join(folder, 'site'), join(folder, 'floor')];
setLocalEnvironment(PORTS, ROOT);
// Canonical addresses have to be those under test.
process.env['VITE_SITE_URL'] = SITE;
const backend = await startSiteBackend({ host: HOST, ports: PORTS, siteDir, quiet: true });
const configFile = new URL('../firebase.json', import.meta.url);
const { handle } = createHosting({ siteDir: floorDir, configFile });
const server = createServer((req, res) => void handle(req, res)).listen(0, HOST);
try {
  await buildSite(siteDir, HOST);
  const { id } = storedWorks(backend)[0]!;
  writeFloor(siteDir, floorDir, id);
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await bench(`http://${HOST}:${port}`, ['/', `/work/${id}`], Number(rounds));
} finally {
  server.close();
  server.closeAllConnections();
  await backend.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
