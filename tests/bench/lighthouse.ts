/**
 * Lighthouse (phone) against pages of the site and, in turns, a floor for each: medians and ratios, both ways
 * of throttling.
 */
import { chromium } from '@playwright/test';
import lighthouse, { type Config, type Result } from 'lighthouse';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { freePort } from '../../tools/start/freePort';
import { median } from './slowPhone';

const METHODS = { simulated: 'simulate', applied: 'devtools' } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

/** What several runs say: milliseconds, but for CLS. */
const figures = (runs: Result[], name: keyof typeof AUDITS) =>
  runs.map(({ audits }) => audits[AUDITS[name]]!.numericValue!);
const figure = (runs: Result[], name: keyof typeof AUDITS) => median(figures(runs, name));

const round = (value: number, digits = 0) => Number(value.toFixed(digits));

/** One run of Lighthouse in a browser of its own. Throws where it could not say anything. */
async function run(url: string, settings: NonNullable<Config['settings']>): Promise<Result> {
  let message = 'no answer';
  // On a busy machine its trace may lack the start; it asks to be run again then.
  for (let tries = 0; tries < 3; tries += 1) {
    // Lighthouse talks to the browser by a port.
    const port = await freePort('127.0.0.1');
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

/** Prints a table for each way of throttling; `floor` and `site` are origins. */
export async function benchPages(
  site: string,
  floor: string,
  pages: string[],
  rounds: number,
): Promise<void> {
  for (const [name, throttlingMethod] of Object.entries(METHODS)) {
    const rows: object[] = [];
    for (const page of pages) {
      const [ours, base]: [Result[], Result[]] = [[], []];
      for (let done = 0; done < rounds; done += 1) {
        const settings = { onlyCategories: CATEGORIES, throttlingMethod };
        base.push(await run(floor + page, settings));
        const result = await run(site + page, settings);
        checkStarted(page, result);
        ours.push(result);
      }
      const scores = CATEGORIES.map((category) => {
        return [
          category,
          round(100 * median(ours.map((each) => each.categories[category]!.score!))),
        ];
      });
      rows.push({
        page: page.replace(/(?<=\/work\/).*/, '…'),
        FCP: round(figure(ours, 'FCP')),
        'FCP ÷ floor': round(figure(ours, 'FCP') / figure(base, 'FCP'), 3),
        LCP: round(figure(ours, 'LCP')),
        'LCP ÷ floor': round(figure(ours, 'LCP') / figure(base, 'LCP'), 3),
        SI: round(figure(ours, 'SI')),
        'SI ÷ floor': round(figure(ours, 'SI') / figure(base, 'SI'), 3),
        TBT: round(figure(ours, 'TBT')),
        'TBT most': round(Math.max(...figures(ours, 'TBT'))),
        'TBT floor': round(figure(base, 'TBT')),
        'TBT floor, most': round(Math.max(...figures(base, 'TBT'))),
        CLS: round(figure(ours, 'CLS'), 4),
        ...Object.fromEntries(scores),
      });
    }
    console.log(`\nThrottling: ${name}, medians of ${rounds} runs (ms)`);
    console.table(rows);
  }
}
