/** `npm start` and `npm run dev`: the site with the local backend. */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { banner, failure, step } from './banner';
import type { Backend } from '../../backend/backend';
import { listenError, nameOf } from '../../backend/listening';
import { lock } from '../../backend/persistence/folderLock';
import { lockData } from '../../backend/stores';
import { PROJECT_ID, startSiteBackend } from './siteBackend';
import { stopOnSignal } from './ending';
import { explain } from './explain';
import { startOfficialFirestore } from './officialFirestore';
import { HELP, parseCliOptions, type CliOptions } from './options';
import { buildSite, setLocalEnvironment, startDevServer } from './buildSite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const startedAt = performance.now();
  const ending = stopOnSignal();
  const options = parseCliOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(HELP);
    return;
  }
  setLocalEnvironment(options.ports, ROOT, options.host);
  const dataDir = resolve(options.dataDir);
  if (options.fresh) await deleteData(dataDir);
  const official =
    options.firestore === 'official' ? await startOfficialFirestore(PROJECT_ID) : undefined;
  const run = options.command === 'start' ? start : dev;
  const running = await run({ ...options, officialFirestore: official?.origin, dataDir });
  ending.onStop(async () => {
    await running.stop();
    await official?.stop();
  });
  const startedInMs = performance.now() - startedAt;
  console.log(banner({ ...running, ...options, startedInMs }));
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
  // Another start would replace the site that this one serves, by one for other ports.
  await lock(`${siteDir}.lock`);
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
    await buildSite(siteDir, nameOf(options.host));
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
    // Vite's own words, without the code.
    const isTaken = /already in use/.test(String(error));
    const known = isTaken ? Object.assign(new Error(), { code: 'EADDRINUSE' }) : error;
    throw listenError(known, 'hosting', options.ports.hosting, options.host);
  }
}

/** Deletes only the backend's own files. Rejects with `FolderInUse` while another backend uses them. */
async function deleteData(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'firestore.json'))) return;
  const unlock = await lockData(dataDir);
  for (const name of ['firestore.json', 'storage', 'accounts', 'origin']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  unlock();
}

main().catch((error: unknown) => {
  failure(explain(error));
  process.exit(1);
});
