/**
 * `npm run test:engines`: every journey in Chromium, Firefox and WebKit against the built site; the
 * last line counts. Words after `--` choose engines and journeys by name.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAll } from './processes';
import { ENGINES } from './engines/engines';
import { JOURNEYS } from './engines/journeys';
import {
  chosen,
  closingLine,
  hasFailed,
  runEngine,
  unknown,
  type EngineResult,
} from './engines/run';
import { buildTestSites } from './testSite';

const folder = mkdtempSync(join(tmpdir(), 'cabinets-engines-'));

function cleanUp(): void {
  killAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function main(words: string[]): Promise<void> {
  const engines = Object.keys(ENGINES);
  const journeys = JOURNEYS.map(({ name }) => name);
  const [stranger] = unknown([...engines, ...journeys], words);
  if (stranger !== undefined) {
    throw new Error(`No engine or journey is called ${stranger}: ${engines}; ${journeys}.`);
  }
  await buildTestSites();
  const names = chosen(journeys, words);
  const toRun = JOURNEYS.filter(({ name }) => names.includes(name));
  const results: EngineResult[] = [];
  for (const name of chosen(engines, words)) results.push(await runEngine(name, toRun, folder));
  process.exitCode = hasFailed(results) ? 1 : 0;
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  console.log(`\n${closingLine(results)}`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}
main(process.argv.slice(2))
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(cleanUp);
