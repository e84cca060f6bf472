import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NONE, closingLine, isFailure, readPlaywright, readVitest } from '../reports';

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped });

describe('the closing line of npm test', () => {
  it('counts, and names skipped tests only where there are some', () => {
    expect(closingLine(counts(12, 1))).toBe('12 passed, 1 failed');
    expect(closingLine(counts(12, 0, 3))).toBe('12 passed, 0 failed, 3 skipped');
  });

  it('is a failure where a test failed, a runner crashed or ran nothing', () => {
    const ok = { counts: counts(1), exitCode: 0 };
    expect(isFailure(ok, false)).toBe(false);
    expect(isFailure({ counts: counts(1, 1), exitCode: 1 }, false)).toBe(true);
    expect(isFailure({ counts: counts(5), exitCode: 1 }, false)).toBe(true);
    expect(isFailure({ counts: NONE, exitCode: 0 }, false)).toBe(true);
    expect(isFailure({ counts: NONE, exitCode: 1 }, true)).toBe(false);
    // Killed before it could report anything.
    expect(isFailure({ counts: NONE, exitCode: 137 }, true)).toBe(true);
  });
});

describe('the runners’ reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (report: object) => {
    const path = join(folder, 'report.json');
    writeFileSync(path, JSON.stringify(report));
    return path;
  };

  it('count a test file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
      ],
    };
    expect(readVitest(written(report))).toEqual(counts(4, 2, 2));
  });

  it('count what passed on a retry as passed, and errors outside tests as failures', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    const errors = [{ message: 'globalSetup broke' }, { message: 'Error: No tests found' }];
    expect(readPlaywright(written({ stats, errors }))).toEqual(counts(5, 2, 2));
  });

  it('are empty where a runner wrote none', () => {
    expect(readVitest('/nowhere.json')).toEqual(NONE);
    expect(readPlaywright('/nowhere.json')).toEqual(NONE);
  });
});
