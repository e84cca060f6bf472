import { existsSync, readFileSync } from 'node:fs';
import { NONE, type Counts } from './counts';

/** Vitest's JSON report (Jest's format); a file that could not be loaded counts as a failure. */
export function readVitest(path: string): Counts {
  if (!existsSync(path)) return NONE;
  const report = JSON.parse(readFileSync(path, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Playwright's JSON report. Only CI retries (playwright.config.ts): what passed on a retry counts as
 * passed there, and the reporter names it as flaky. Errors outside tests count as failures.
 */
export function readPlaywright(path: string): Counts {
  if (!existsSync(path)) return NONE;
  const { stats, errors } = JSON.parse(readFileSync(path, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: { message?: string }[];
  };
  const broken = errors.filter(({ message }) => !message?.includes('No tests found'));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + broken.length,
    skipped: stats.skipped,
  };
}
