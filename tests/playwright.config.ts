import { spawnSync } from 'node:child_process';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './support/chromium';
import { TEST_LIMIT_MS } from './support/testLimit';

const executablePath = findChromium();
const { userAgent, ...device } = devices['Desktop Chrome'];
// Runs side by side need folders of their own; paths here are relative to this file.
const output = `../${process.env['TEST_OUTPUT'] ?? 'build/browser'}`;

/** Workers run side by side on 127.0.0.1, 127.0.0.2, …; macOS has only the first. */
function canBindSecondAddress(): boolean {
  const script =
    "require('net').createServer().listen(0,'127.0.0.2',()=>process.exit(0)).on('error',()=>process.exit(1))";
  return spawnSync(process.execPath, ['-e', script]).status === 0;
}

export default defineConfig({
  // Beside them lie Vitest's: `*.test.ts`.
  testMatch: '**/*.spec.ts',
  // A test's tag says which of these it belongs to; untagged, it is of `npm test`.
  projects: [
    { name: 'browser', grepInvert: /@(full|timed|screens|oldest)\b/ },
    // `npm run test:full`.
    { name: 'full', grep: /@full\b/ },
    // By itself, one test after another: what measures processor time has the machine to itself. It depends on no
    // other project: one that another depends on is not sharded.
    { name: 'timed', grep: /@timed\b/, fullyParallel: false, workers: 1 },
    // `npm run screens`.
    { name: 'screens', grep: /@screens\b/ },
    // `npm run test:oldest`.
    { name: 'oldest', grep: /@oldest\b/ },
  ],
  outputDir: output,
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  workers: canBindSecondAddress() ? 2 : 1,
  // What fails once is red: a second try would hide it.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // A wait for an event has its test's own limit, which is for a busy machine. What the product promises in seconds
  // is proven by a clock that the test moves.
  timeout: TEST_LIMIT_MS,
  expect: { timeout: TEST_LIMIT_MS },
  reporter: [['list'], ['./support/slowestFiles.ts']],
  use: {
    ...device,
    // Old Chromiums refuse to be called another browser.
    ...(process.env['OLDEST'] === undefined && { userAgent }),
    serviceWorkers: 'allow',
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(executablePath !== undefined && { executablePath }),
    },
  },
});
