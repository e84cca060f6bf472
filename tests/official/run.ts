/**
 * `npm run test:official`: the tests that are tagged `official`, each worker with an emulator of Google's own.
 * Without emulator or Java it says so and ends with 0; with `--required`, with 1.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT_ID } from '../../tools/start/siteBackend';
import { ToolError } from '../../tools/toolErrors';
import {
  EmulatorMissing,
  startOfficialFirestore,
  type OfficialFirestore,
} from '../../tools/start/officialFirestore';
import { killAll, remember } from '../support/processes';
import { EMULATORS } from './workerEmulator';

/** As many as either runner starts. */
const WORKERS = 2;
const COMMANDS = [
  `vitest run --tags-filter=official --maxWorkers=${WORKERS}`,
  'playwright test -c tests --project=browser --project=full --grep=@official',
];

/** The functions run as they are deployed, so that they are compiled first. */
const BUILD_FUNCTIONS = 'npm --prefix functions run build';

const words = process.argv.slice(2).filter((word) => word !== '--required');
const isRequired = process.argv.includes('--required');
const emulators: OfficialFirestore[] = [];
// The emulators end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll();
    process.exit(1);
  });
}
try {
  const build = spawnSync(BUILD_FUNCTIONS, { shell: true, stdio: 'inherit' });
  if (build.status !== 0)
    throw new ToolError('The functions did not compile. Give this once: npm --prefix functions ci');
  while (emulators.length < WORKERS) emulators.push(await startOfficialFirestore(PROJECT_ID));
  const env = { ...process.env, [EMULATORS]: emulators.map(({ origin }) => origin).join(',') };
  const run = ['tools/entry.cjs', 'tests/run.ts', ...COMMANDS, '--', ...words];
  const child = spawn(process.execPath, run, { stdio: 'inherit', env });
  remember(child);
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  console.log(error.message);
  process.exitCode = isRequired || !(error instanceof EmulatorMissing) ? 1 : 0;
} finally {
  await Promise.all(emulators.map((emulator) => emulator.stop()));
}
