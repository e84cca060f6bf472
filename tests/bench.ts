/**
 * `npm run bench -- [rounds, 3]`: how fast the built site is. Lighthouse (phone) against the landing page and
 * a work's page, and against a floor for each: the same HTML and pictures without the script. Interleaved
 * runs, medians and ratios, both ways of throttling.
 */
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Result } from 'lighthouse';
import { createHosting } from '../backend/hosting/index';
import { HOST, withLighthouse, type Stage } from './lighthouse';

const CONFIG = new URL('../firebase.json', import.meta.url);
const METHODS = { simulated: 'simulate', applied: 'devtools' } as const;

/** The one in the middle. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const AUDITS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

/** The median of what several runs say: milliseconds, but for CLS. */
const figure = (runs: Result[], name: keyof typeof AUDITS) =>
  median(runs.map(({ audits }) => audits[AUDITS[name]]!.numericValue!));

const GATE = /<script data-app=.*?<\/script>/s;

/** A copy of the site whose pages have no script. */
function writeFloor(siteDir: string, floorDir: string): void {
  cpSync(siteDir, floorDir, { recursive: true });
  for (const name of readdirSync(floorDir, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(join(floorDir, name), 'utf8');
    writeFileSync(join(floorDir, name), html.replace(GATE, ''));
  }
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits));

/** A page whose gate was blocked is as quick as the floor. Throws for one without a script. */
function checkStarted(page: string, { audits }: Result): void {
  const { items } = audits['network-requests']!.details as { items: { url: string }[] };
  if (!items.some(({ url }) => url.endsWith('.js'))) throw new Error(`${page} did not start.`);
}

/** Prints a table for each way of throttling. */
async function bench(stage: Stage, rounds: number): Promise<void> {
  const { backend, siteDir, folder, pages, run } = stage;
  const floorDir = join(folder, 'floor');
  writeFloor(siteDir, floorDir);
  const { handle } = createHosting({ siteDir: floorDir, configFile: CONFIG });
  const floor = createServer((req, res) => void handle(req, res)).listen(0, HOST);
  await once(floor, 'listening');
  const floorOrigin = `http://${HOST}:${(floor.address() as AddressInfo).port}`;
  try {
    for (const [name, throttlingMethod] of Object.entries(METHODS)) {
      const rows: object[] = [];
      for (const page of pages) {
        const [site, base]: [Result[], Result[]] = [[], []];
        for (let done = 0; done < rounds; done += 1) {
          const settings = { onlyCategories: ['performance'], throttlingMethod };
          base.push(await run(floorOrigin + page, settings));
          const result = await run(backend.origins.hosting + page, settings);
          checkStarted(page, result);
          site.push(result);
        }
        const score = median(site.map(({ categories }) => categories['performance']!.score!));
        rows.push({
          page: page.replace(/(?<=\/work\/).*/, '…'),
          FCP: round(figure(site, 'FCP')),
          'FCP ÷ floor': round(figure(site, 'FCP') / figure(base, 'FCP'), 3),
          LCP: round(figure(site, 'LCP')),
          'LCP ÷ floor': round(figure(site, 'LCP') / figure(base, 'LCP'), 3),
          TBT: round(figure(site, 'TBT')),
          'TBT floor': round(figure(base, 'TBT')),
          CLS: round(figure(site, 'CLS'), 4),
          score: round(score * 100),
        });
      }
      console.log(`\nThrottling: ${name}, medians of ${rounds} runs (ms)`);
      console.table(rows);
    }
  } finally {
    floor.close();
    floor.closeAllConnections();
  }
}

const [rounds = '3'] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(rounds)) throw new Error('Usage: npm run bench -- [rounds 1-99]');
await withLighthouse((stage) => bench(stage, Number(rounds)));
