/** What the runners' reports count. */
import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function sum(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Whether a run must fail the whole: a failed test, a crash, or (without a filter) nothing run. */
export function isFailure(
  { counts, exitCode }: { counts: Counts; exitCode: number },
  isFiltered: boolean,
): boolean {
  const ranNothing = counts.passed + counts.failed === 0;
  // Both runners end with 1 where a filter leaves them nothing to run.
  if (ranNothing) return !isFiltered || exitCode > 1;
  return counts.failed > 0 || exitCode !== 0;
}

export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

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
