/** What the runners' reports say. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Report {
  passed: number;
  skipped: number;
  /** The tests that failed, each by its file and title. */
  failures: string[];
}

/** Of a runner that ended before it could report anything. */
const NOTHING: Report = { passed: 0, skipped: 0, failures: [] };

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Vitest's JSON report (Jest's format); a file that could not be loaded counts as a failure. */
export function readVitest(path: string): Report {
  if (!existsSync(path)) return NOTHING;
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: not loaded`];
    const failed = assertionResults.filter((result) => result.status === 'failed');
    return failed.map(({ fullName }) => `${file} › ${fullName}`);
  });
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failures };
}

interface Suite {
  suites?: Suite[];
  specs: { ok: boolean; file: string; title: string }[];
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

/**
 * Playwright's JSON report. Only CI retries (tests/playwright.config.ts): what passed on a retry counts as
 * passed there, and the reporter names it as flaky. Errors outside tests count as failures.
 */
export function readPlaywright(path: string): Report {
  if (!existsSync(path)) return NOTHING;
  const report = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  const { expected, flaky, skipped } = report.stats;
  const outside = report.errors.map(({ message = 'An error outside tests' }) => message);
  return { passed: expected + flaky, skipped, failures: [...failedIn(report), ...outside] };
}

function failedIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...own, ...suites.flatMap(failedIn)];
}
