/**
 * `npm run soak -- [count] [seed]`: random schedules of faults for the outbox, 1,000 from seed 1 unless
 * told otherwise. Ends with 1 when a request was lost or duplicated, and says how to repeat that.
 */
import { startSiteBackend } from '../../tools/start/siteBackend';
import { runSchedule, type Outcome } from './soakSchedule';

/** Schedules on one backend, whose memory they fill. */
const SERIES = 50;

async function main(args: string[]): Promise<void> {
  const [count, first] = [wholeNumber(args[0], 1000), wholeNumber(args[1], 1)];
  const started = performance.now();
  const counts = { requests: 0, pictures: 0, deaths: 0, outages: 0, pairs: 0 };
  const total: Outcome = { ...counts, lost: 0, duplicated: 0, struck: {} };
  const failures: string[] = [];
  const last = first + count - 1;
  for (let from = first; from <= last; from += SERIES) {
    const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
    const backend = await startSiteBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
    for (let seed = from; seed < from + SERIES && seed <= last; seed += 1) {
      const outcome = await runSchedule(backend, seed).catch((error: unknown) => String(error));
      if (typeof outcome !== 'string') add(total, outcome);
      const why =
        typeof outcome === 'string'
          ? outcome
          : `${outcome.lost} lost, ${outcome.duplicated} duplicated`;
      if (why !== '0 lost, 0 duplicated') {
        failures.push(`Seed ${seed}: ${why}. To repeat it: npm run soak -- 1 ${seed}`);
      }
    }
    await backend.stop();
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${Math.min(from + SERIES - first, count)} of ${count}, ${seconds} s\n`);
  }
  console.log(`${count} schedules, seeds ${first} to ${last}:`, total);
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function add(total: Outcome, { struck, ...counts }: Outcome): void {
  for (const [name, value] of Object.entries(counts)) total[name as keyof typeof counts] += value;
  for (const [kind, hits] of Object.entries(struck)) {
    total.struck[kind] = (total.struck[kind] ?? 0) + hits;
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${text} is not a whole number above 0.`);
  return number;
}

await main(process.argv.slice(2));
