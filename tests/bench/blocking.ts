/**
 * What a phone's processor does in the first 25 seconds of a visit with the gallery in view, in which the live gallery
 * starts, too: how long tasks of the page's own thread keep a tap waiting once the page has loaded, the longest one since
 * something was seen, and what each thread takes altogether.
 */
import { join } from 'node:path';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { createHosting } from '../../backend/hosting/index';
import { CHROMIUM_ARGS, findChromium } from '../support/chromium';
import { momentsOf, PAGE_THREAD, tasksOf } from '../support/tasksOf';
import { buildCheckout, type Checkout } from './checkouts';
import { median, PHONE } from './slowPhone';

export interface BlockingSetting {
  /** For the built sites. */
  folder: string;
  host: string;
  rounds: number;
}

/** Milliseconds. */
const WATCHED = 25_000;
/** What a task may take before it keeps a tap waiting: ms. */
const UNNOTICED = 50;
/** With it the page's own thread takes some five seconds, as on a slow phone. */
const DIVISOR = 12;

/** Milliseconds of processor time. The divisor slows the page's thread alone, so the workers' counts so many times. */
interface Load {
  blocking: number;
  longest: number;
  page: number;
  workers: number;
  together: number;
}

/** Prints a table: medians, and the median of each round's ratios to the first checkout. */
export async function benchBlocking(
  checkouts: Checkout[],
  { folder, host, rounds }: BlockingSetting,
): Promise<void> {
  const servers = [];
  for (const checkout of checkouts) {
    const built = await buildCheckout(checkout, join(folder, `blocking-${checkout.name}`), host);
    const { handle } = createHosting({ siteDir: built.folder, configFile: built.configFile });
    const server = createServer((req, res) => void handle(req, res)).listen(0, host);
    await once(server, 'listening');
    servers.push(server);
  }
  const loads = checkouts.map((): Load[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...servers.entries()];
    for (const [index, server] of round % 2 === 0 ? turns : turns.toReversed()) {
      const { port } = server.address() as AddressInfo;
      loads[index]!.push(await loadOf(`http://${host}:${port}/#gallerySection`));
    }
  }
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  console.log(`\nthe first ${WATCHED / 1000} s, CPU ÷ ${DIVISOR}, medians of ${rounds} runs (ms)`);
  console.table(checkouts.map(({ name }, index) => rowOf(name, loads[index]!, loads[0]!)));
}

function rowOf(site: string, loads: Load[], first: Load[]): object {
  const row: Record<string, unknown> = { site };
  for (const what of ['blocking', 'longest', 'page', 'workers', 'together'] as const) {
    row[what] = Math.round(median(loads.map((one) => one[what])));
    if (what === 'workers') continue;
    row[`${what} ÷`] = median(loads.map((one, round) => one[what] / first[round]![what])).toFixed(
      2,
    );
  }
  return row;
}

async function loadOf(address: string): Promise<Load> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const command = await blankPage(browser);
    await command('Emulation.setDeviceMetricsOverride', {
      ...PHONE.viewport,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await command('Emulation.setCPUThrottlingRate', { rate: DIVISOR });
    await browser.startTracing(undefined, {
      categories: ['toplevel', 'blink.user_timing', 'loading'],
    });
    await command('Page.navigate', { url: address });
    await setTimeout(WATCHED);
    return measure(await browser.stopTracing());
  } finally {
    await browser.close();
  }
}

type Command = (method: string, params: object) => Promise<void>;

/**
 * A page of the browser that has no debugger, as on a visitor's phone, and what sends it commands of the DevTools protocol.
 * Playwright's own pages have one (`Runtime.enable`): for each error that is made V8 then reads again what is on the stack,
 * 180 ms of the task that evaluates React, at this divisor.
 */
async function blankPage(browser: Browser): Promise<Command> {
  const session = await browser.newBrowserCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  let id = 0;
  return async (method, params) => {
    id += 1;
    const answered = once(
      session as unknown as NodeJS.EventEmitter,
      'Target.receivedMessageFromTarget',
    );
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const [{ message: answer }] = (await answered) as [{ message: string }];
    const { error } = JSON.parse(answer) as { error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
  };
}

function measure(trace: Buffer): Load {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const { pid, painted, loaded } = momentsOf(trace);
  const pageTasks = (since = 0) => tasksOf(trace, PAGE_THREAD, { pid, since });
  const page = sum(pageTasks());
  const workers = sum(tasksOf(trace, /^DedicatedWorker/, { pid }));
  return {
    blocking: sum(pageTasks(loaded).map((task) => Math.max(0, task - UNNOTICED))),
    longest: Math.max(...pageTasks(painted)),
    page,
    workers,
    together: page + workers * DIVISOR,
  };
}
