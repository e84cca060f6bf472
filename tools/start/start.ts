/** `npm start` and `npm run dev`: the site with the local backend. */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { banner, failure, step } from './banner';
import type { Backend } from '../../backend/backend';
import { PortTaken } from '../../backend/listening';
import { lockData } from '../../backend/persistence/dataLock';
import { PROJECT_ID, startSiteBackend } from './backend';
import { explain } from './explain';
import { startOfficialFirestore } from './officialFirestore';
import { HELP, parseCliOptions, type CliOptions } from './options';
import { buildSite, setLocalEnvironment, startDevServer } from './site';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const startedAt = performance.now();
  const options = parseCliOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(HELP);
    return;
  }
  setLocalEnvironment(options.ports, ROOT);
  const dataDir = resolve(options.dataDir);
  if (options.fresh) deleteData(dataDir);
  const official =
    options.firestore === 'official' ? await startOfficialFirestore(PROJECT_ID) : undefined;
  const run = options.command === 'start' ? start : dev;
  const running = await run({ ...options, officialFirestore: official?.origin, dataDir });
  stopOnSignal(async () => {
    await running.stop();
    await official?.stop();
  });
  const startedInMs = performance.now() - startedAt;
  console.log(banner({ ...running, dataDir: options.dataDir, startedInMs }));
}

interface Running {
  backend: Backend;
  site: string;
  stop: () => Promise<void>;
}

interface RunOptions extends CliOptions {
  officialFirestore: string | undefined;
}

async function start(options: RunOptions): Promise<Running> {
  const siteDir = resolve(ROOT, options.outDir);
  let reportBuilt = () => {};
  const built = new Promise<void>((resolve) => {
    reportBuilt = resolve;
  });
  // The backend starts before the build, because the build puts the current gallery into the pages, and because a
  // taken port is then reported at once. A browser that opens the site meanwhile waits: it must not get the files of
  // an earlier build, which are deleted at that moment.
  const backend = await startSiteBackend({ ...options, siteDir, built });
  try {
    step('Building the site');
    await buildSite(siteDir, options.host);
    reportBuilt();
  } catch (error) {
    await backend.stop();
    throw error;
  }
  return { backend, site: backend.origins.hosting, stop: backend.stop };
}

async function dev(options: RunOptions): Promise<Running> {
  const backend = await startSiteBackend(options);
  try {
    const server = await startDevServer(ROOT, options.host, options.ports.hosting);
    const stop = async () => {
      await server.close();
      await backend.stop();
    };
    return { backend, site: server.address, stop };
  } catch (error) {
    await backend.stop();
    throw /already in use/.test(String(error))
      ? new PortTaken('hosting', options.ports.hosting, options.host)
      : error;
  }
}

/** Deletes only the backend's own files. Throws `DataInUse` while another backend uses them. */
function deleteData(dataDir: string): void {
  if (!existsSync(join(dataDir, 'firestore.json'))) return;
  lockData(dataDir)();
  for (const name of ['firestore.json', 'storage', 'accounts', 'origin']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Milliseconds. Under npm one Ctrl-C arrives twice, from the terminal and from npm. A second signal within this time
 * counts as the same one.
 */
const ECHO_MS = 300;

/**
 * Stops cleanly on Ctrl-C and on SIGTERM: runs `stop`, then exits with 0. A second signal exits at once, with 130.
 */
function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > ECHO_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

main().catch((error: unknown) => {
  failure(explain(error));
  process.exit(1);
});
