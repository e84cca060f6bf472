import { spawnSync } from 'node:child_process';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './support/chromium';

const executablePath = findChromium();
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
    { name: 'browser', grepInvert: /@(full|timed|screens)\b/ },
    // `npm run test:full`.
    { name: 'full', grep: /@full\b/ },
    // Behind it, one test after another: what measures processor time has the machine to itself.
    { name: 'timed', grep: /@timed\b/, dependencies: ['full'], fullyParallel: false },
    // `npm run screens`.
    { name: 'screens', grep: /@screens\b/ },
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
