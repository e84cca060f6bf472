/**
 * The start of an installed site whose browser was closed, with no server to be reached: milliseconds
 * from navigation to the first paint, the start of the service worker included.
 */
import { createProfiles, type Profile } from '../browser/profiles';
import type { Stage } from '../lighthouse';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const RATES = [1, 4];

export async function benchColdStart({ backend, pages }: Stage, rounds: number): Promise<void> {
  const site = backend.origins.hosting;
  const profiles = createProfiles(site);
  try {
    const profile = profiles.create();
    await visit(profile, pages);
    await backend.stop();
    const rows: object[] = [];
    for (const path of pages) {
      const row: Record<string, number | string> = { page: path.replace(/(?<=\/work\/).*/, '…') };
      for (const rate of RATES) {
        const times: number[] = [];
        for (let done = 0; done < rounds; done += 1) times.push(await start(profile, path, rate));
        times.sort((a, b) => a - b);
        row[`FCP, CPU ÷ ${rate}`] = Math.round(times[Math.floor(rounds / 2)]!);
        row[`all, CPU ÷ ${rate}`] = times.map(Math.round).join(' ');
      }
      rows.push(row);
    }
    console.log(`\nCold start without a server, medians of ${rounds} starts (ms)`);
    console.table(rows);
  } finally {
    await profiles.close();
  }
}

/** Until the worker is there and has kept what the pages show. */
async function visit(profile: Profile, pages: string[]): Promise<void> {
  const { context, close } = await profile.launch(PHONE);
  const page = await context.newPage();
  for (const path of [...pages, ...pages]) {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForLoadState('networkidle');
  }
  await close();
}

async function start(profile: Profile, path: string, rate: number): Promise<number> {
  const { context, close } = await profile.launch(PHONE);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return (await painted.jsonValue())!;
  } finally {
    await close();
  }
}
