/**
 * A lead with two photos over slow 4G, chosen four seconds before "Send request" is pressed: when its text is
 * at the server, and when its pictures are attached, beside what the line allows at best.
 */
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import type { Backend } from '../../backend/backend';
import type { Ports } from '../../backend/listening';
import { fillForm, sendButton } from '../support/formActions';
import { storedObjects, storedRequests } from '../support/serverContent';
import { CHROMIUM_ARGS, ensureChromium } from '../support/chromium';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { median, PHONE } from './slowPhone';
import { startSlowLine } from './slowLine';

const SLOW_4G = { roundTrip: 150, upstream: 750_000 };
/** Milliseconds between choosing the photos and the press. */
const HEAD_START = 4_000;
/** Sessions, each of which has an address of its own: for two photos and their thumbnails. */
const SESSIONS = 4;

/** Serves a built site whose services are at `ports`, and sends from it; nothing else may listen there. */
export async function benchSending(
  host: string,
  siteDir: string,
  ports: Ports,
  rounds: number,
): Promise<void> {
  const photos = [await photo(4000, 3000), await photo(3000, 4000)];
  const runs: Awaited<ReturnType<typeof send>>[] = [];
  for (let done = 0; done < rounds; done += 1) {
    const inner = { ...ports, firestore: 0, storage: 0 };
    const backend = await startSiteBackend({
      host,
      ports: inner,
      siteDir,
      quiet: true,
    });
    const behind = (['firestore', 'storage'] as const).map((service) => {
      return { outer: ports[service], inner: backend.ports[service] };
    });
    const end = await startSlowLine(host, behind, SLOW_4G);
    try {
      runs.push(await send(`http://${host}:${ports.hosting}`, backend, photos));
    } finally {
      await end();
      await backend.stop();
    }
  }
  const { roundTrip, upstream } = SLOW_4G;
  const texts = runs.map(({ text }) => text);
  const attached = runs.map(({ pictures }) => pictures);
  const bytes = median(runs.map((run) => run.bytes));
  const least = Math.round((bytes / upstream) * 8_000 + (2 + SESSIONS) * roundTrip);
  const inLimit = (times: number[]) => Number((median(times) / least).toFixed(2));
  console.log(`\nA lead over slow 4G, medians of ${rounds} runs (ms after the press)`);
  console.table([
    {
      what: 'text at the server',
      median: median(texts),
      most: Math.max(...texts),
      limit: 4 * roundTrip,
    },
    {
      what: `pictures attached (${Math.round(bytes / 1000)} kB)`,
      median: median(attached),
      most: Math.max(...attached),
      limit: Math.round(1.2 * least),
    },
    { what: '÷ what the line allows', median: inLimit(attached), limit: 1.2 },
  ]);
}

/** As a phone takes it: 12 megapixels, 1 MB, 290 kB when it is prepared. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const size = { width: width / 20, height: height / 20 };
  const coarse = sharp({ create: { ...size, channels: 3, background: '#888', noise } }).png();
  return sharp(await coarse.toBuffer())
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** One visit; milliseconds from the press until the server has the text, and until the pictures are attached. */
async function send(site: string, backend: Backend, photos: Buffer[]) {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: CHROMIUM_ARGS,
  });
  try {
    const page = await (await browser.newContext({ baseURL: site, ...PHONE })).newPage();
    await page.goto('/#request-service');
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await fillForm(page);
    const files = photos.map((buffer, index) => {
      return { name: `kitchen-${index}.jpg`, mimeType: 'image/jpeg', buffer };
    });
    await page.getByTestId('image-input').setInputFiles(files);
    await setTimeout(HEAD_START);
    const button = sendButton(page);
    const pressed = await button.evaluate((element: HTMLElement) => {
      const now = Date.now();
      element.click();
      return now;
    });
    const when = async (isSo: () => boolean) => {
      while (!isSo()) await setTimeout(2);
      return Date.now() - pressed;
    };
    const text = await when(() => storedRequests(backend).length === 1);
    const pictures = await when(() => storedRequests(backend)[0]!.files.length === 2);
    const bytes = storedObjects(backend).reduce((sum, { size }) => sum + size, 0);
    return { text, pictures, bytes };
  } finally {
    await browser.close();
  }
}
