/** Browsers whose profile is a folder: they can be killed and started again on the same one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../chromium';

type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

export interface PersistentBrowser {
  context: BrowserContext;
  /** SIGKILL to the browser and all its processes: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** An orderly end. */
  close(): Promise<void>;
}

export interface Profile {
  folder: string;
  /** Starts a browser on the profile; one at a time. */
  launch(options?: LaunchOptions): Promise<PersistentBrowser>;
}

export interface Profiles {
  create(): Profile;
  /** Ends what still runs and removes the folders. */
  close(): Promise<void>;
}

/** `onContext` is called with every browser's context before any page of it is used. */
export function createProfiles(
  baseURL: string,
  onContext: (context: BrowserContext) => void = () => undefined,
): Profiles {
  const folders: string[] = [];
  const running = new Set<PersistentBrowser>();

  const launch = async (folder: string, options: LaunchOptions = {}) => {
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(folder, {
      baseURL,
      args: CHROMIUM_ARGS,
      ...(executablePath !== undefined && { executablePath }),
      ...options,
    });
    onContext(context);
    const closed = new Promise<void>((resolve) => {
      context.once('close', () => resolve());
    });
    const browser: PersistentBrowser = {
      context,
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
      return { folder, launch: (options) => launch(folder, options) };
    },
    async close() {
      for (const browser of running) await browser.kill();
      for (const folder of folders) {
        // After an orderly end, too, a process of the browser's may still write.
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

/** Resolves when no process is left on the profile; nobody is told when somebody else's child has ended. */
async function killAll(folder: string): Promise<void> {
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    left.forEach(kill);
    await setTimeout(10);
  }
}

/** The processes that were started on a profile, the browser itself first. */
function processesOf(folder: string): number[] {
  const flag = `--user-data-dir=${folder}`;
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && commandLine(pid).includes(flag));
  }
  const listing = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
  return listing
    .split('\n')
    .filter((line) => line.includes(flag))
    .map((line) => Number.parseInt(line, 10));
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It has ended since it was listed.
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Gone with the browser's main process.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
