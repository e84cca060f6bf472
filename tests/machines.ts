/**
 * `npm run machines`: the model tests alone, then each machine's states and transitions with how often they ran. Ends
 * with 1 if a test fails; the table then has a 0 where nothing executes.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { MACHINE_COUNTS, type Executed } from './support/machineCoverage';

const folder = mkdtempSync(join(tmpdir(), 'machines-'));
const file = join(folder, 'counts');
process.env[MACHINE_COUNTS] = file;
// It sets the exit code.
const vitest = await startVitest('test', ['.model.test.ts'], { watch: false });
await vitest.close();

// Without the file no model has run, and Vitest has said why.
const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
for (const line of lines) {
  const { machine, summary, counts } = JSON.parse(line) as Executed;
  console.log(`\n${summary}\n`);
  const width = Math.max(...Object.values(counts).map((count) => String(count).length));
  for (const [name, count] of Object.entries(counts))
    console.log(`  ${String(count).padStart(width)}  ${name.replaceAll(`${machine}.`, '')}`);
}
rmSync(folder, { recursive: true });
