/**
 * First and largest paint of built sites over slow lines of real packets: the kernel's TCP, TLS and HTTP/2, in a
 * Chromium with a phone's CPU. All sites and pages take turns, so that a busy machine is busy for each of them.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../support/chromium';
import type { BuiltSite } from './checkouts';
import { copySite, makeKey, serveSite } from './http2Site';
import { LINES, MACHINE, startLine, writeBrowser } from './packetLine';
import { median, PHONE, throttle } from './slowPhone';

export interface Setting {
  /** For copies of the sites. */
  folder: string;
  /** The origin of the local Storage. */
  pictures: string;
  rounds: number;
}

/** When something, and when the largest thing, was painted: ms after the navigation. */
interface Paint {
  first: number;
  largest: number;
}

const FIRST_PORT = 8500;

/** How long a page stays open, so that its largest picture can come: ms. */
const STAY = 1500;

/** Prints a table for each line: medians, and the median of each round's ratios to the first site. */
export async function benchRealLine(
  sites: BuiltSite[],
  pages: string[],
  { folder, pictures, rounds }: Setting,
): Promise<void> {
  const browser = writeBrowser(folder);
  const key = makeKey(folder);
  const copies = sites.map((site, index) => {
    const copy = join(folder, `line-${index}`);
    copySite(site.folder, copy);
    return copy;
  });
  for (const [name, line] of Object.entries(LINES)) {
    const stopLine = await startLine(line);
    const stops = await Promise.all(
      copies.map((copy, index) =>
        serveSite(
          copy,
          { host: MACHINE, port: FIRST_PORT + index },
          { key, pictures, configFile: sites[index]!.configFile },
        ),
      ),
    );
    const paints = pages.map(() => sites.map((): Paint[] => []));
    for (let round = 0; round < rounds; round += 1) {
      for (const [page, path] of pages.entries()) {
        const turns = [...sites.keys()];
        for (const site of round % 2 === 0 ? turns : turns.toReversed()) {
          const address = `https://${MACHINE}:${FIRST_PORT + site}${path}`;
          paints[page]![site]!.push(await paintsOf(browser, address));
        }
      }
    }
    for (const stop of [...stops, stopLine]) stop();
    console.log(`\n${name}, medians of ${rounds} runs (ms)`);
    console.table(pages.flatMap((path, page) => rowsOf(path, sites, paints[page]!)));
  }
}

function rowsOf(path: string, sites: BuiltSite[], paints: Paint[][]): object[] {
  const page = path.replace(/(?<=\/work\/).*/, '…');
  return sites.map(({ name }, site) => {
    const middle = (what: keyof Paint) => Math.round(median(paints[site]!.map((one) => one[what])));
    const ratio = (what: keyof Paint) =>
      median(paints[site]!.map((one, round) => one[what] / paints[0]![round]![what])).toFixed(3);
    return {
      page,
      site: name,
      FCP: middle('first'),
      'FCP ÷': ratio('first'),
      LCP: middle('largest'),
      'LCP ÷': ratio('largest'),
    };
  });
}

/** The paints of a first visit. */
async function paintsOf(executablePath: string, address: string): Promise<Paint> {
  const args = [...CHROMIUM_ARGS, '--disable-gpu'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({
      ...PHONE,
      deviceScaleFactor: 1.75,
      ignoreHTTPSErrors: true,
      serviceWorkers: 'block',
    });
    await throttle(page);
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(STAY);
    return await page.evaluate(async () => {
      const largest = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      });
      const [first] = performance.getEntriesByName('first-contentful-paint');
      return { first: first!.startTime, largest };
    });
  } finally {
    await browser.close();
  }
}
