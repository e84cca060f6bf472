/** What one journey in one engine has for itself: a backend, a copy of the site, a profile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../backend/backend';
import { createSiteCopy, type SiteCopy } from '../support/siteCopy';
import { callText, type Browser, type Engine, type Page } from './engine';
import { startTestBackend } from '../support/testSite';

export interface Stage {
  backend: Backend;
  siteCopy: SiteCopy;
  /** Origin of the site. */
  site: string;
  /** For files of the journey's own; gone afterwards. */
  folder: string;
  /** Starts a browser on the stage's one profile; one at a time. */
  launch(): Promise<Browser>;
}

export interface Journey {
  name: string;
  /** Starts a browser again on what the one before has kept. */
  restarts?: true;
  /** Rejects where something is not as it should be. */
  run(stage: Stage): Promise<void>;
}

/** A journey that is not over after so many milliseconds never will be. */
const PATIENCE = 90_000;

export interface Surroundings {
  engine: Engine;
  /** The address that the backend listens on. */
  host: string;
  /** What rewrites every page behind its back, as `LaunchOptions.scripts`. */
  rewriting: string[];
  /** An existing folder for whatever is needed on disk; it is empty again afterwards. */
  within: string;
}

/** Runs a journey; whatever it has started is ended and deleted. */
export async function perform(journey: Journey, surroundings: Surroundings): Promise<void> {
  const { engine, host, rewriting, within } = surroundings;
  const folder = mkdtempSync(join(within, 'journey-'));
  const siteCopy = createSiteCopy(folder);
  const backend = await startTestBackend(host, siteCopy.folder);
  let browser: Browser | undefined;
  const launch = async () => {
    browser = await engine.launch({
      profile: join(folder, 'profile'),
      isKept: journey.restarts ?? false,
      scripts: [callText(watchProblems, []), ...rewriting],
    });
    return browser;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Not over after ${PATIENCE / 1000} s.`)), PATIENCE);
    });
    await Promise.race([
      journey.run({ backend, siteCopy, site: backend.origins.hosting, folder, launch }),
      late,
    ]);
    const problems = await readProblems(browser!.page);
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`);
    await browser!.close();
    browser = undefined;
  } finally {
    clearTimeout(timer);
    await browser?.kill();
    await backend.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** In the page: keeps breaches of the policy and errors that nobody caught, over reloads. */
function watchProblems(): void {
  const tell = (problem: string) => {
    // Not in sessionStorage: a browser that blocks cookies refuses that.
    window.name = window.name === '' ? problem : `${window.name}\n${problem}`;
  };
  addEventListener('securitypolicyviolation', (event) => {
    tell(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
  addEventListener('error', (event) => tell(`error: ${event.message}`));
  addEventListener('unhandledrejection', (event) => tell(`rejection: ${String(event.reason)}`));
}

async function readProblems(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => window.name);
  return text === '' ? [] : text.split('\n');
}
