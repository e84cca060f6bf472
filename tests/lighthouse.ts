/** Lighthouse against the built site, served with the local backend on ports of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Config, type Result } from 'lighthouse';
import type { Backend } from '../backend/backend';
import { startSiteBackend } from '../tools/start/backend';
import { buildSite, setLocalEnvironment } from '../tools/start/site';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { freePort } from './freePort';

export const HOST = '127.0.0.1';
const ROOT = join(import.meta.dirname, '..');

export interface Stage {
  backend: Backend;
  /** The built site. */
  siteDir: string;
  /** A folder for whatever else is needed; gone afterwards. */
  folder: string;
  /** The landing page and a work's page. */
  pages: string[];
  /** One run of Lighthouse (phone). Throws where it could not say anything. */
  run(url: string, settings: NonNullable<Config['settings']>): Promise<Result>;
}

/** Builds, serves and measures; everything is put away afterwards. */
export async function withLighthouse<T>(measure: (stage: Stage) => Promise<T>): Promise<T> {
  const executablePath = ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const siteDir = join(folder, 'site');
  // A running `npm start` is not in the way.
  const ports = { hosting: 5500, firestore: 8580, auth: 9599, storage: 9699 };
  setLocalEnvironment(ports, ROOT);
  // Canonical addresses have to be those under test.
  process.env['VITE_SITE_URL'] = `http://${HOST}:${ports.hosting}`;
  const backend = await startSiteBackend({ host: HOST, ports, siteDir, quiet: true });
  // Lighthouse talks to the browser by a port.
  const port = await freePort(HOST);
  try {
    await buildSite(siteDir, HOST);
    const work = backend.firestore.list('gallery')[0]!.path.split('/')[1]!;
    const runOnce = async (url: string, settings: NonNullable<Config['settings']>) => {
      // A browser for each run: nothing is left of the run before.
      const args = [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`];
      const browser = await chromium.launch({ executablePath, args });
      try {
        const flags = { port, output: 'json', logLevel: 'error' } as const;
        const result = await lighthouse(url, flags, { extends: 'lighthouse:default', settings });
        return result?.lhr;
      } finally {
        await browser.close();
      }
    };
    const run: Stage['run'] = async (url, settings) => {
      let message = 'no answer';
      // On a busy machine its trace may lack the start; it asks to be run again then.
      for (let tries = 0; tries < 3; tries += 1) {
        const result = await runOnce(url, settings);
        if (result && !result.runtimeError) return result;
        message = result?.runtimeError?.message ?? message;
      }
      throw new Error(`${url}: ${message}`);
    };
    return await measure({ backend, siteDir, folder, pages: ['/', `/work/${work}`], run });
  } finally {
    await backend.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
