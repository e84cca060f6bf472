/** Ends a browser run of many tests with its slowest files, and with what all took beside what they may take. */
import { relative } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** What all tests of the project `full` may take together, in seconds of a worker on the machine of docs/testing.md. */
const BUDGET = 2000;
const SHOWN = 10;
/** With fewer tests than this somebody has chosen them. */
const MANY_TESTS = 100;

export default class SlowestFiles implements Reporter {
  readonly #seconds = new Map<string, number>();
  #tests = 0;

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    // The file that Playwright has opened; a test may be made in a helper.
    let suite = test.parent;
    while (suite.parent && suite.type !== 'file') suite = suite.parent;
    const file = relative(process.cwd(), suite.location?.file ?? test.location.file);
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + duration / 1000);
    this.#tests += 1;
  }

  onEnd({ duration }: FullResult): void {
    if (this.#tests < MANY_TESTS) return;
    const slowest = [...this.#seconds].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
    const sum = [...this.#seconds.values()].reduce((all, each) => all + each, 0);
    const line = (seconds: number, what: string) =>
      console.log(`${seconds.toFixed(0).padStart(6)} s  ${what}`);
    console.log('\nSeconds of a worker, by file:');
    for (const [file, seconds] of slowest) line(seconds, file);
    line(sum, `all ${this.#tests} tests; their budget: ${BUDGET} s`);
    line(duration / 1000, 'by the clock');
  }
}
