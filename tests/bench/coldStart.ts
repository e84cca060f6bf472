/**
 * The start of an installed site whose browser was closed, with no server to be reached: milliseconds
 * from navigation to the worker's answer and to the first paint, beside the least that any page needs here:
 * a heading from a worker of three lines.
 */
import { setTimeout } from 'node:timers/promises';
import { launch, type CDPSession } from 'puppeteer-core';
import { createProfiles, type Profile, type Profiles } from '../browser/profiles';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium';
import { median, serve, type Served, type Stage } from '../lighthouse';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const RATES = [1, 4];
/** Milliseconds that a browser is busy with its own start: windows, profile, processes in reserve. */
const SETTLED = 1500;

/** A page that was visited and can be started without its server. */
interface Start {
  name: string;
  profile: Profile;
  url: string;
}

interface Times {
  answer: number;
  paint: number;
}

export async function benchColdStart({ backend, pages }: Stage, rounds: number): Promise<void> {
  const all: Profiles[] = [];
  const floor = await serveFloor();
  const visited = async (origin: string, paths: string[]): Promise<Profile> => {
    const profiles = createProfiles(origin);
    all.push(profiles);
    const profile = profiles.create();
    await visit(profile, paths);
    return profile;
  };
  try {
    const least = await visited(floor.origin, ['/']);
    floor.close();
    const site = await visited(backend.origins.hosting, pages);
    await backend.stop();
    const starts: Start[] = [
      { name: 'least', profile: least, url: floor.origin },
      ...pages.map((path) => ({
        name: path.replace(/(?<=\/work\/).*/, '…'),
        profile: site,
        url: backend.origins.hosting + path,
      })),
    ];
    const rows: Record<string, Record<string, number | string>> = {};
    for (const rate of RATES) {
      const times = await interleaved(starts, rate, rounds);
      for (const [name, list] of times) {
        const row = (rows[name] ??= {});
        row[`answer, CPU ÷ ${rate}`] = Math.round(median(list.map(({ answer }) => answer)));
        row[`FCP, CPU ÷ ${rate}`] = Math.round(median(list.map(({ paint }) => paint)));
        row[`all FCP, CPU ÷ ${rate}`] = list.map(({ paint }) => Math.round(paint)).join(' ');
      }
    }
    console.log(`\nCold start without a server, medians of ${rounds} starts (ms)`);
    console.table(rows);
  } finally {
    floor.close();
    for (const profiles of all) await profiles.close();
  }
}

async function interleaved(starts: Start[], rate: number, rounds: number) {
  const times = new Map<string, Times[]>(starts.map(({ name }) => [name, []]));
  for (let done = 0; done < rounds; done += 1) {
    for (const { name, profile, url } of starts) {
      times.get(name)!.push(await start(profile, url, rate));
    }
  }
  return times;
}

/** Until the worker is there and has kept what the pages show. */
async function visit(profile: Profile, paths: string[]): Promise<void> {
  const { context, close } = await profile.launch(PHONE);
  const page = await context.newPage();
  for (const path of [...paths, ...paths]) {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
  }
  await close();
}

/**
 * Starts a browser on a profile and attaches to its one empty page. Playwright runs scripts of its own in
 * every page, which a first paint would be measured with; here none is, and no domain is enabled.
 */
async function openBare(folder: string): Promise<{ page: CDPSession; close(): Promise<void> }> {
  const alone = ['--headless', '--hide-scrollbars', `--user-data-dir=${folder}`, 'about:blank'];
  const browser = await launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS, ...alone],
    ignoreDefaultArgs: true,
    pipe: true,
    defaultViewport: null,
    waitForInitialPage: false,
    targetFilter: (target) => target.type() === 'browser',
  });
  const session = await browser.target().createCDPSession();
  for (;;) {
    const { targetInfos } = await session.send('Target.getTargets');
    // The browser answers before its first page is there.
    const first = targetInfos.find(({ type }) => type === 'page');
    if (!first) continue;
    const { targetId } = first;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
    return { page: session.connection()!.session(sessionId)!, close: () => browser.close() };
  }
}

async function start(profile: Profile, url: string, rate: number): Promise<Times> {
  const { page, close } = await openBare(profile.folder);
  const { width, height } = PHONE.viewport;
  const { deviceScaleFactor } = PHONE;
  const screen = { width, height, deviceScaleFactor, mobile: true };
  await page.send('Emulation.setDeviceMetricsOverride', screen);
  await page.send('Emulation.setCPUThrottlingRate', { rate });
  await page.send('Page.enable');
  await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await setTimeout(SETTLED);
  const painted = new Promise<void>((resolve) => {
    page.on('Page.lifecycleEvent', ({ name }) => name === 'firstContentfulPaint' && resolve());
  });
  const { errorText } = await page.send('Page.navigate', { url });
  if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
  await painted;
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: TIMES_OF_PAGE,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(`${url}: ${JSON.stringify(exceptionDetails)}`);
  await close();
  return result.value as Times;
}

/** For the page, after its first paint; its entry may come a moment later. */
const TIMES_OF_PAGE = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    const [entry] = performance.getEntriesByType('navigation');
    if (paint) resolve({ answer: entry.responseStart, paint: paint.startTime });
  }).observe({ type: 'paint', buffered: true });
})`;

/** A heading, and a worker that answers with it. */
function serveFloor(): Promise<Served> {
  const page =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Least</title>' +
    "<h1>Least</h1><script>navigator.serviceWorker.register('/sw.js')</script>";
  const worker = `
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('fetch', (event) => event.respondWith(
      new Response(${JSON.stringify(page)}, { headers: { 'Content-Type': 'text/html' } })));`;
  return serve(({ url }, response) => {
    const isWorker = url === '/sw.js';
    response
      .writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html' })
      .end(isWorker ? worker : page);
  });
}
