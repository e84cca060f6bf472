/** Google's Firestore emulator: where it is on this machine, and starting it. Nobody needs it to use the site. */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolError } from '../errors';
import { freePort } from './freePort';

/** There is no emulator or no Java here; the message says how to get them. */
export class EmulatorMissing extends ToolError {
  override name = 'EmulatorMissing';
}

const HELP =
  'Debian: sudo apt-get install google-cloud-cli-firestore-emulator default-jre-headless; ' +
  'elsewhere: gcloud components install cloud-firestore-emulator, or firebase setup:emulators:firestore. ' +
  'FIRESTORE_EMULATOR_JAR names another place.';

/** In the jar of the Cloud SDK, which has no `Main-Class`, and in that of the Firebase CLI. */
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const IN_SDK = join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');
/** Milliseconds; it takes two seconds on an idle machine. */
const START_TIMEOUT = 60_000;

/** The jar: `FIRESTORE_EMULATOR_JAR`, the Cloud SDK's, or the Firebase CLI's newest. */
export function findEmulatorJar(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env['FIRESTORE_EMULATOR_JAR'];
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  return [...sdkFolders(env)].map((folder) => join(folder, IN_SDK)).find(existsSync) ?? ofTheCli();
}

/** The folder above `bin/gcloud`, and where packages of Debian and Google's installer put the SDK. */
function* sdkFolders(env: NodeJS.ProcessEnv): Generator<string> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const gcloud = join(folder, 'gcloud');
    if (existsSync(gcloud)) yield dirname(dirname(realpathSync(gcloud)));
  }
  yield '/usr/lib/google-cloud-sdk';
  yield join(homedir(), 'google-cloud-sdk');
}

/** `firebase setup:emulators:firestore` keeps `cloud-firestore-emulator-v1.19.8.jar` and its like there. */
function ofTheCli(): string | undefined {
  const folder = join(homedir(), '.cache', 'firebase', 'emulators');
  if (!existsSync(folder)) return undefined;
  const jars = readdirSync(folder).filter((name) => /^cloud-firestore-emulator.*\.jar$/.test(name));
  const newest = jars.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest && join(folder, newest);
}

export interface OfficialFirestore {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the emulator on a free port for one project; rules and data are its caller's business. Rejects
 * with `EmulatorMissing`, or with what it printed where it does not start.
 */
export async function startOfficialFirestore(projectId: string): Promise<OfficialFirestore> {
  const jar = findEmulatorJar();
  if (jar === undefined)
    throw new EmulatorMissing(`Google's Firestore emulator is not here. ${HELP}`);
  if (spawnSync('java', ['-version']).status !== 0)
    throw new EmulatorMissing(
      `Java, which Google's Firestore emulator needs, is not here. ${HELP}`,
    );
  const port = await freePort('127.0.0.1');
  // It writes a log into the folder that it is started in.
  const folder = await mkdtemp(join(tmpdir(), 'firestore-emulator-'));
  // Only its English messages are complete (the Cloud SDK's own start script says so).
  const java = ['-Duser.language=en', '-cp', jar, MAIN];
  const options = ['--host', '127.0.0.1', '--port', String(port), '--project_id', projectId];
  // A file and no pipe: a pipe that nobody empties, as while a test runner is awaited, stops the emulator.
  const logFile = join(folder, 'output.log');
  const log = openSync(logFile, 'w');
  const child = spawn('java', [...java, ...options, '--single_project_mode', 'true'], {
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT;
  while (!(await answers(origin))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() > deadline) {
      const printed = readFileSync(logFile, 'utf8');
      await stop();
      throw new Error(`Google's Firestore emulator did not start.\n${printed}`);
    }
    await wait(100);
  }
  return { origin, stop };
}

const answers = (origin: string) =>
  fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
