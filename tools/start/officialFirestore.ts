/** Finds Google's Firestore emulator on this machine, and starts it. It is optional: the site does not need it. */
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
import { ToolError } from '../toolErrors';
import { freePort } from './freePort';

/** This machine has no emulator, or no Java. The message says how to get them. */
export class EmulatorMissing extends ToolError {
  override name = 'EmulatorMissing';
}

const HELP =
  'Install it. On Debian: sudo apt-get install google-cloud-cli-firestore-emulator default-jre-headless; ' +
  'on other systems: gcloud components install cloud-firestore-emulator, or firebase setup:emulators:firestore. ' +
  'If it is in another place, name its jar file in FIRESTORE_EMULATOR_JAR.';

/** The main class, both in the Cloud SDK's jar (which has no `Main-Class` entry) and in the Firebase CLI's. */
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const IN_SDK = join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');
/** An emulator runs for minutes, in which the optimizing compiler and the parallel collector cost more than they save. */
const JAVA_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** Milliseconds. On an idle machine the start takes two seconds. */
const START_TIMEOUT = 60_000;

/** Finds the jar: `FIRESTORE_EMULATOR_JAR` if set, else the Cloud SDK's, else the newest of the Firebase CLI. */
function findEmulatorJar(): string | undefined {
  const chosen = process.env['FIRESTORE_EMULATOR_JAR'];
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  return (
    [...sdkFolders()].map((folder) => join(folder, IN_SDK)).find(existsSync) ?? newestJarOfCli()
  );
}

/** Folders that may have the Cloud SDK: the one above `bin/gcloud`, and those of Debian's package and Google's installer. */
function* sdkFolders(): Generator<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const gcloud = join(folder, 'gcloud');
    if (existsSync(gcloud)) yield dirname(dirname(realpathSync(gcloud)));
  }
  yield '/usr/lib/google-cloud-sdk';
  yield join(homedir(), 'google-cloud-sdk');
}

/** `firebase setup:emulators:firestore` stores jars such as `cloud-firestore-emulator-v1.19.8.jar` in this folder. */
function newestJarOfCli(): string | undefined {
  const folder = join(homedir(), '.cache', 'firebase', 'emulators');
  if (!existsSync(folder)) return undefined;
  const jars = readdirSync(folder).filter((name) => /^cloud-firestore-emulator.*\.jar$/.test(name));
  const newest = jars.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest && join(folder, newest);
}

export interface OfficialFirestore {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Stops the emulator; resolves when its process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the emulator on a free port for one project, without rules and data. Rejects with `EmulatorMissing`, or, if
 * the emulator does not start, with its output.
 */
export async function startOfficialFirestore(projectId: string): Promise<OfficialFirestore> {
  const jar = findEmulatorJar();
  if (jar === undefined)
    throw new EmulatorMissing(`Google's Firestore emulator is not on this machine. ${HELP}`);
  if (spawnSync('java', ['-version']).status !== 0)
    throw new EmulatorMissing(
      `Google's Firestore emulator needs Java, which is not on this machine. ${HELP}`,
    );
  const port = await freePort('127.0.0.1');
  // The emulator writes a log into the folder in which it is started.
  const folder = await mkdtemp(join(tmpdir(), 'firestore-emulator-'));
  // Its messages are complete in English only (as the Cloud SDK's own start script says).
  const java = [...JAVA_OPTIONS, '-Duser.language=en', '-cp', jar, MAIN];
  const options = ['--host', '127.0.0.1', '--port', String(port), '--project_id', projectId];
  // Its output goes into a file. A pipe would fill up and stop the emulator while nobody reads it, as during a test run.
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
