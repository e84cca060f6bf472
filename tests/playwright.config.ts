import { spawnSync } from 'node:child_process';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium';

const executablePath = findChromium();
// Runs side by side need folders of their own; paths here are relative to this file.
const output = `../${process.env['TEST_OUTPUT'] ?? 'build/browser'}`;

/** Workers run side by side on 127.0.0.1, 127.0.0.2, …; macOS has only the first. */
function canBindSecondAddress(): boolean {
  const script =
    "require('net').createServer().listen(0,'127.0.0.2',()=>process.exit(0)).on('error',()=>process.exit(1))";
  return spawnSync(process.execPath, ['-e', script]).status === 0;
}

/** Tests of milliseconds of processor. */
const TIMED = /manyWorks\.spec\.ts$/;

export default defineConfig({
  // `npm test` runs the first, `npm run test:full` the next two, `npm run screens` the last.
  projects: [
    { name: 'browser', testDir: 'browser' },
    { name: 'full', testDir: 'full', testIgnore: TIMED },
    // Behind the others, one after another: what is timed has the machine to itself.
    {
      name: 'timed',
      testDir: 'full',
      testMatch: TIMED,
      dependencies: ['full'],
      fullyParallel: false,
    },
    { name: 'screens', testMatch: /(screens|states|requestStates|reviewStates)\.spec\.ts$/ },
  ],
  outputDir: output,
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  workers: canBindSecondAddress() ? 2 : 1,
  // A shared CI machine may stall for seconds; what passes only then is named by the list reporter.
  retries: process.env['CI'] === undefined ? 0 : 2,
  forbidOnly: process.env['CI'] !== undefined,
  // For a busy machine; what is promised in seconds is measured by the tests themselves.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    serviceWorkers: 'allow',
    trace: 'on-first-retry',
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(executablePath !== undefined && { executablePath }),
    },
  },
});
