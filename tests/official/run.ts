/**
 * `npm run test:official`: the tests that are tagged `official`, each worker with an emulator of Google's own.
 * Without emulator or Java it says so and ends with 0; with `--required`, with 1.
 */
import { spawnSync } from 'node:child_process';
import { PROJECT_ID } from '../../tools/start/backend';
import {
  EmulatorMissing,
  startOfficialFirestore,
  type OfficialFirestore,
} from '../../tools/start/officialFirestore';
import { EMULATORS } from './worker';

/** As many as either runner starts. */
const WORKERS = 2;
const COMMANDS = [
  `vitest run --tags-filter=official --maxWorkers=${WORKERS} --passWithNoTests`,
  'playwright test -c tests --project=browser --project=full --grep=@official --pass-with-no-tests',
];

const words = process.argv.slice(2).filter((word) => word !== '--required');
const isRequired = process.argv.includes('--required');
const emulators: OfficialFirestore[] = [];
try {
  while (emulators.length < WORKERS) emulators.push(await startOfficialFirestore(PROJECT_ID));
  const env = { ...process.env, [EMULATORS]: emulators.map(({ origin }) => origin).join(',') };
  const run = ['--import', 'tsx', 'tests/run.ts', ...COMMANDS, '--', ...words];
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit', env }).status ?? 1;
} catch (error) {
  if (!(error instanceof EmulatorMissing)) throw error;
  console.log(error.message);
  process.exitCode = isRequired ? 1 : 0;
} finally {
  await Promise.all(emulators.map((emulator) => emulator.stop()));
}
