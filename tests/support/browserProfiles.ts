/** Browsers whose profile is a folder: they can be killed and started again on the same one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium';
import { kill, processesOf } from './processes';

interface PersistentBrowser {
  context: BrowserContext;
  /** The one that it opens with. */
  page: Page;
  /** SIGKILL to the browser and all its processes: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** An orderly end. */
  close(): Promise<void>;
}

export interface Profiles {
  /** A new profile: each call of `launch` starts a browser on it; one at a time. */
  create(): { folder: string; launch(): Promise<PersistentBrowser> };
  /** Ends what still runs and removes the folders. */
  close(): Promise<void>;
}

/** `onContext` is called with every browser's context before any page of it is used. */
export function createProfiles(
  baseURL: string,
  onContext: (context: BrowserContext) => void,
): Profiles {
  const folders: string[] = [];
  const running = new Set<PersistentBrowser>();

  const launch = async (folder: string) => {
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(folder, {
      baseURL,
      args: CHROMIUM_ARGS,
      ...(executablePath !== undefined && { executablePath }),
    });
    onContext(context);
    const closed = new Promise<void>((resolve) => {
      context.once('close', () => resolve());
    });
    const browser: PersistentBrowser = {
      context,
      page: context.pages()[0]!,
      async kill() {
        running.delete(browser);
        await killAll(folder);
        await closed;
      },
      async close() {
        running.delete(browser);
        await context.close();
      },
    };
    running.add(browser);
    return browser;
  };

  return {
    create() {
      const folder = mkdtempSync(join(tmpdir(), 'cabinets-profile-'));
      folders.push(folder);
      return { folder, launch: () => launch(folder) };
    },
    async close() {
      for (const browser of running) await browser.kill();
      for (const folder of folders) {
        // Even after an orderly end, a process of the browser may still write.
        await killAll(folder);
        await remove(folder);
      }
    },
  };
}

/** The last threads of a killed process may still end a write, for which Node's own retries do not look. */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === 20) throw error;
      await setTimeout(50);
    }
  }
}

/** Resolves when no process uses the profile; the system does not tell when these processes end. */
async function killAll(folder: string): Promise<void> {
  const left = () => processesOf(`--user-data-dir=${folder}`);
  for (let pids = left(); pids.length > 0; pids = left()) {
    pids.forEach(kill);
    await setTimeout(10);
  }
}
