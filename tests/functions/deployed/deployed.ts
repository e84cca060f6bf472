/** The built functions in a process of their own, on Google's Firestore emulator and a real mail server. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProtoFields } from '../../../backend/rules/types';
import { PROJECT_ID } from '../../../tools/start/siteBackend';

const BUILT = new URL('../../../functions/lib/index.js', import.meta.url);
const HOST = fileURLToPath(new URL('./host.mjs', import.meta.url));
/** A bucket name that the stub of Storage answers to. */
export const BUCKET = 'demo-cabinets.firebasestorage.app';

const OWNER = 'owner@cabinets.example';

export interface DocumentEvent {
  id: string;
  /** Left out when the document was created. */
  before?: ProtoFields;
  after: ProtoFields;
  /** RFC 3339. */
  time: string;
}

/** The process was killed while the function ran. */
export class Killed extends Error {
  override name = 'Killed';
}

interface Surroundings {
  /** The origin of Google's Firestore emulator. */
  firestore: string;
  /** The origin of the stub of Storage. */
  storage: string;
  smtpUrl: string;
  /** MiB that its JavaScript may use. */
  heap?: number;
  /** The addresses that alerts go to. */
  to?: string;
}

type Waiting = Map<number, { resolve(): void; reject(error: Error): void }>;
interface Answer {
  call: number;
  error?: string;
  peak: number;
}

/** Each call may start a process; `kill` ends the running one as a crash does, and the next call starts another. */
export function deploy({ firestore, storage, smtpUrl, heap, to = OWNER }: Surroundings) {
  if (!existsSync(BUILT))
    throw new Error('Build the functions first: npm --prefix functions ci, then … run build');
  const waiting: Waiting = new Map();
  const printed: string[] = [];
  let host: Promise<ChildProcess> | undefined;
  let calls = 0;
  let peak = 0;

  const start = async () => {
    const env = {
      PATH: process.env['PATH'],
      GCLOUD_PROJECT: PROJECT_ID,
      FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT_ID, storageBucket: BUCKET }),
      FIRESTORE_EMULATOR_HOST: new URL(firestore).host,
      STORAGE_EMULATOR_HOST: storage,
      SMTP_URL: smtpUrl,
      ALERT_HOOK: 'none',
      ALERT_FROM: 'Website <site@cabinets.example>',
      ALERT_TO: to,
    };
    const execArgv = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
    const child = fork(HOST, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv });
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    child.once('exit', () => {
      host = undefined;
      for (const { reject } of waiting.values()) reject(new Killed());
      waiting.clear();
    });
    const [first] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit'),
    ])) as unknown[];
    if (!(first as { ready?: boolean } | null)?.ready)
      throw new Error(`The functions did not load.\n${printed.join('')}`);
    child.on('message', ({ call, error, peak: most }: Answer) => {
      peak = Math.max(peak, most);
      const { resolve, reject } = waiting.get(call)!;
      waiting.delete(call);
      if (error === undefined) resolve();
      else reject(new Error(error));
    });
    return child;
  };

  /** Tests run the schedules at any time. */
  const call = async (name: string, event?: DocumentEvent, now?: number) => {
    host ??= start();
    const child = await host;
    calls += 1;
    const id = calls;
    return new Promise<void>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.send({ call: id, name, event, now }, (error) => error && reject(new Killed()));
    });
  };

  return {
    created: (event: DocumentEvent, now?: number) => call('requestCreated', event, now),
    changed: (event: DocumentEvent, now?: number) => call('requestChanged', event, now),
    hourly: (now?: number) => call('everyHour', undefined, now),
    halfHourly: (now?: number) => call('everyHalfHour', undefined, now),
    daily: (now?: number) => call('everyDay', undefined, now),
    /** The most memory that a process of it has had, in bytes. */
    peak: () => peak,
    /** What the functions have logged. */
    log: () => printed.join(''),
    async kill() {
      const child = await host;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export type Deployed = ReturnType<typeof deploy>;
