/**
 * `npm run soak -- [count] [seed]`: random schedules of faults for the outbox, 1,000 from seed 1 unless
 * told otherwise. Ends with 1 when a request was lost or duplicated, and says how to repeat that.
 */
import { startBackend } from '../local/backend';
import { runSchedule, type Outcome } from './soakSchedule';

/** Schedules on one backend, whose memory they fill. */
const SERIES = 50;

interface Failure {
  seed: number;
  why: string;
}

async function main(args: string[]): Promise<void> {
  const [count, first] = [wholeNumber(args[0], 1000), wholeNumber(args[1], 1)];
  const started = performance.now();
  const total = emptyOutcome();
  const failures: Failure[] = [];
  for (let from = first; from < first + count; from += SERIES) {
    await runSeries(from, Math.min(from + SERIES, first + count), total, failures);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${Math.min(from + SERIES - first, count)} of ${count}, ${seconds} s\n`);
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(report(total, { count, first, seconds }));
  for (const { seed, why } of failures) {
    console.error(`Seed ${seed}: ${why}. To repeat it: npm run soak -- 1 ${seed}`);
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}

async function runSeries(
  from: number,
  to: number,
  total: Outcome,
  failures: Failure[],
): Promise<void> {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  const backend = await startBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
  for (let seed = from; seed < to; seed += 1) {
    try {
      const outcome = await runSchedule(backend, seed);
      add(total, outcome);
      const { lost, duplicated } = outcome;
      if (lost + duplicated > 0)
        failures.push({ seed, why: `${lost} lost, ${duplicated} duplicated` });
    } catch (error) {
      failures.push({ seed, why: String(error) });
    }
  }
  await backend.stop();
}

function emptyOutcome(): Outcome {
  const counts = { requests: 0, pictures: 0, deaths: 0, outages: 0, pairs: 0 };
  return { ...counts, lost: 0, duplicated: 0, struck: {} };
}

function add(total: Outcome, { struck, ...counts }: Outcome): void {
  for (const [name, value] of Object.entries(counts)) total[name as keyof typeof counts] += value;
  for (const [kind, hits] of Object.entries(struck)) {
    total.struck[kind] = (total.struck[kind] ?? 0) + hits;
  }
}

function report(total: Outcome, run: { count: number; first: number; seconds: number }): string {
  const { struck, requests, pictures, deaths, outages, pairs, lost, duplicated } = total;
  const kinds = Object.entries(struck).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const faults = kinds.reduce((sum, [, hits]) => sum + hits, 0);
  return [
    `schedules              ${run.count} (seeds ${run.first} to ${run.first + run.count - 1})`,
    `requests               ${requests}, with ${pictures} pictures`,
    `faults that struck     ${faults}: ${kinds.map(([kind, hits]) => `${kind} ${hits}`).join(', ')}`,
    `deaths of a deliverer  ${deaths}`,
    `outages                ${outages}`,
    `two deliverers at once ${pairs}`,
    `lost                   ${lost}`,
    `duplicated             ${duplicated}`,
    `time                   ${run.seconds.toFixed(1)} s`,
  ].join('\n');
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${text} is not a whole number above 0.`);
  return number;
}

await main(process.argv.slice(2));
