/**
 * `npm test`: Chromium, the test site, vitest, Playwright; the last line counts. Words after `--`
 * choose tests by file name, in both runners.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium';
import { ProgramMissing } from './programs';
import { closingLine, isFailure, readPlaywright, readVitest, sum, type Counts } from './reports';
import { buildTestSite } from './testSite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = join(ROOT, 'build');
const VITEST_REPORT = join(BUILD, 'vitest.json');
const PLAYWRIGHT_REPORT = resolve(ROOT, `${process.env['TEST_OUTPUT'] ?? 'build/browser'}.json`);

async function main(filters: string[]): Promise<void> {
  mkdirSync(BUILD, { recursive: true });
  process.env['CHROMIUM_PATH'] = ensureChromium();
  heading('Building the test site');
  await buildTestSite();

  const vitest = runner('Vitest', VITEST_REPORT, readVitest, [
    binary('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
    ...filters,
  ]);
  const playwright = runner('Playwright', PLAYWRIGHT_REPORT, readPlaywright, [
    binary('@playwright/test', 'cli.js'),
    'test',
    ...filters,
  ]);

  const runs = [vitest, playwright];
  const total = runs.map((run) => run.counts).reduce(sum);
  // A filter may leave one runner without tests, which it reports as a failure of its own.
  const isBroken = runs.some((run) => isFailure(run, filters.length > 0)) || total.passed === 0;
  process.exitCode = isBroken ? 1 : 0;
  console.log(`\n${closingLine(total)}`);
}

function runner(name: string, report: string, read: (path: string) => Counts, args: string[]) {
  heading(name);
  rmSync(report, { force: true });
  // No status: it was killed.
  const exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 137;
  const counts = read(report);
  if (exitCode !== 0 && counts.failed === 0 && counts.passed > 0) {
    console.error(`${name} ended with ${exitCode} although no test failed.`);
  }
  return { counts, exitCode };
}

/** A package's command, without a shell in between (Windows). */
function binary(name: string, file: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}

function heading(text: string): void {
  console.log(`\n── ${text}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ProgramMissing ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
