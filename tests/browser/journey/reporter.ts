/**
 * Counts what the journeys have executed in the browser, over all workers. The run fails when a
 * state or a transition of the journey was executed by none, unless only some were asked for.
 */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';
import type { JourneyEvent } from '../../journey/model';
import { executedBy } from '../../journey/plan';

/** The attachment of a test with the events that it has made happen. */
export const EXECUTED = 'executed events of the journey';

const CHOICE = /^(-g|--(grep|grep-invert|shard|last-failed|only-changed|test-list).*)$/;

export default class JourneyReporter implements Reporter {
  /** What chooses some of the tests of a file is told on the command line only. */
  readonly #isPart = process.argv.some((word) => CHOICE.test(word));
  readonly #paths: JourneyEvent[][] = [];
  #planned = 0;

  onBegin(_: FullConfig, suite: Suite): void {
    this.#planned = suite.allTests().filter(({ title }) => title.startsWith('journey ')).length;
  }

  onTestEnd(_: TestCase, { status, attachments }: TestResult): void {
    if (status !== 'passed') return;
    for (const { name, body } of attachments) {
      if (name !== EXECUTED || !body) continue;
      const types = JSON.parse(body.toString('utf8')) as JourneyEvent['type'][];
      this.#paths.push(types.map((type) => ({ type })));
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    if (this.#planned === 0) return {};
    const { summary, uncovered } = executedBy(this.#paths);
    console.log(`\n${summary} in Chromium, by ${this.#paths.length} of ${this.#planned} paths`);
    if (uncovered.length === 0 || this.#isPart) return {};
    console.log(`Nothing has executed:\n  ${uncovered.join('\n  ')}`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
