/**
 * `npm run audit`: Lighthouse (phone, accessibility, best practices and SEO) against the landing page
 * and a work's page of the built site; ends with 1 where one of them has less than 100.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { startBackend } from '../local/backend';
import { buildSite, setLocalEnvironment } from '../local/site';
import { CHROMIUM_ARGS, ensureChromium } from './chromium';
import { DEFAULT_PORTS } from '../local/ports';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;
const HOST = '127.0.0.1';

/** One row of the table: a page's scores, and what it lost points for. */
interface Audited {
  page: string;
  scores: Record<string, number>;
  failed: string[];
}

async function main(): Promise<boolean> {
  const executablePath = ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  const siteDir = join(folder, 'site');
  const ports = portsBeside(DEFAULT_PORTS);
  const root = join(import.meta.dirname, '..');
  setLocalEnvironment(ports, root);
  // Canonical addresses have to be those under test.
  process.env['VITE_SITE_URL'] = `http://${HOST}:${ports.hosting}`;
  await buildSite(siteDir);
  const backend = await startBackend({ host: HOST, ports, siteDir, quiet: true });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const work = backend.firestore.list('gallery')[0]!.path.split('/')[1]!;
    const rows: Audited[] = [];
    for (const page of ['/', `/work/${work}`]) {
      const run = await lighthouse(
        backend.origins.hosting + page,
        { port, output: 'json', logLevel: 'error' },
        { extends: 'lighthouse:default', settings: { onlyCategories: [...CATEGORIES] } },
      );
      if (!run) throw new Error(`Lighthouse has said nothing about ${page}.`);
      rows.push(audited(page, run.lhr));
    }
    console.table(rows.map(({ page, scores }) => ({ page, ...scores })));
    for (const { page, failed } of rows) for (const line of failed) console.log(`${page}  ${line}`);
    return rows.every(({ scores }) => Object.values(scores).every((score) => score === 100));
  } finally {
    await browser.close();
    await backend.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Lighthouse talks to the browser by a port. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Ports of its own, so that a running `npm start` is not in the way. */
function portsBeside(ports: typeof DEFAULT_PORTS): typeof DEFAULT_PORTS {
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, port + 500]),
  ) as unknown as typeof DEFAULT_PORTS;
}

function audited(page: string, { categories, audits, runtimeError }: Result): Audited {
  if (runtimeError) throw new Error(`${page}: ${runtimeError.message}`);
  const scores: Record<string, number> = {};
  const failed: string[] = [];
  for (const name of CATEGORIES) {
    const category = categories[name]!;
    scores[name] = Math.round((category.score ?? 0) * 100);
    for (const { id, weight } of category.auditRefs) {
      const audit = audits[id]!;
      if (weight === 0 || audit.score === null || audit.score === 1) continue;
      const items = (audit.details as { items?: unknown[] } | undefined)?.items ?? [];
      failed.push(`${id}: ${audit.title} ${JSON.stringify(items).slice(0, 600)}`);
    }
  }
  return { page, scores, failed };
}

process.exitCode = (await main()) ? 0 : 1;
