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
  if (ranNothing) return !isFiltered;
  return counts.failed > 0 || exitCode !== 0;
}

export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
