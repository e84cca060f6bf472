/**
 * Lighthouse (phone) against the landing page and a work's page, and against a floor for each: the same
 * HTML and pictures without the script. Interleaved runs, medians and ratios, both ways of throttling.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Result } from 'lighthouse';
import { createHosting } from '../../local/hosting/index';
import { HOST, type Stage } from '../lighthouse';

const CONFIG = new URL('../../firebase.json', import.meta.url);
const METHODS = { simulated: 'simulate', applied: 'devtools' } as const;

/** Milliseconds, but for CLS and the score. */
interface Figures {
  FCP: number;
  LCP: number;
  TBT: number;
  CLS: number;
  score: number;
}

const figuresOf = ({ audits, categories }: Result): Figures => ({
  FCP: audits['first-contentful-paint']!.numericValue!,
  LCP: audits['largest-contentful-paint']!.numericValue!,
  TBT: audits['total-blocking-time']!.numericValue!,
  CLS: audits['cumulative-layout-shift']!.numericValue!,
  score: categories['performance']!.score! * 100,
});

function medians(runs: Figures[]): Figures {
  const median = (name: keyof Figures) =>
    runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!;
  return {
    FCP: median('FCP'),
    LCP: median('LCP'),
    TBT: median('TBT'),
    CLS: median('CLS'),
    score: median('score'),
  };
}

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

async function serve(siteDir: string): Promise<{ origin: string; close: () => void }> {
  const { handle } = createHosting({ siteDir, configFile: CONFIG });
  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${HOST}:${port}`, close: () => server.close() };
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits));

/** A page whose gate was blocked is as quick as the floor. Throws for one without a script. */
function checkStarted(page: string, { audits }: Result): void {
  const { items } = audits['network-requests']!.details as { items: { url: string }[] };
  if (!items.some(({ url }) => url.endsWith('.js'))) throw new Error(`${page} did not start.`);
}

/** Prints a table for each way of throttling. */
export async function benchRatios(stage: Stage, rounds: number): Promise<void> {
  const { backend, siteDir, folder, pages, run } = stage;
  const floorDir = join(folder, 'floor');
  writeFloor(siteDir, floorDir);
  const floor = await serve(floorDir);
  try {
    for (const [name, throttlingMethod] of Object.entries(METHODS)) {
      const rows: object[] = [];
      for (const page of pages) {
        const runs: Record<'site' | 'floor', Figures[]> = {
          site: [],
          floor: [],
        };
        for (let done = 0; done < rounds; done += 1) {
          const settings = { onlyCategories: ['performance'], throttlingMethod };
          runs.floor.push(figuresOf(await run(floor.origin + page, settings)));
          const result = await run(backend.origins.hosting + page, settings);
          checkStarted(page, result);
          runs.site.push(figuresOf(result));
        }
        const [site, base] = [medians(runs.site), medians(runs.floor)];
        rows.push({
          page: page.replace(/(?<=\/work\/).*/, '…'),
          FCP: round(site.FCP),
          'FCP ÷ floor': round(site.FCP / base.FCP, 3),
          LCP: round(site.LCP),
          'LCP ÷ floor': round(site.LCP / base.LCP, 3),
          TBT: round(site.TBT),
          'TBT floor': round(base.TBT),
          CLS: round(site.CLS, 4),
          score: round(site.score),
        });
      }
      console.log(`\nThrottling: ${name}, medians of ${rounds} runs (ms)`);
      console.table(rows);
    }
  } finally {
    floor.close();
  }
}
