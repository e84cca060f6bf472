/**
 * `npm run test:nodes`: what runs in Node (the backend, the build, the tools, the functions), `npm start` and the doctor
 * on other versions of Node, one after another. `npm run test:nodes -- 22` chooses. Each version comes as a package from
 * npm's registry into a temporary folder; `this` is the one that runs this program, on which all of Vitest and the types
 * run: for a system that nothing else is run on.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../tools/start/freePort';
import { OTHER_NODES } from './nodeVersions';

/** A build on a busy machine takes its time. */
const START_MS = 300_000;

/** The tests of what runs in Node. The others test the page, of which Node is no part. */
const OF_NODE =
  'npx vitest run backend/tests tests/build tests/tools tests/functions tests/firebase';

const chosen = process.argv.slice(2);
const failed: string[] = [];
for (const version of chosen.length > 0 ? chosen : OTHER_NODES) {
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  try {
    failed.push(...(await check(version, folder)).map((what) => `Node ${version}: ${what}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const what of failed) console.error(`✗ ${what}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Returns what has failed on a version. */
async function check(version: string, folder: string): Promise<string[]> {
  const bin = version === 'this' ? dirname(process.execPath) : install(version, folder);
  if (bin === undefined) return ['no such package'];
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };
  const runs = (command: string, variables: NodeJS.ProcessEnv) => {
    console.log(`\n── Node ${version}: ${command}`);
    return spawnSync(command, { shell: true, stdio: 'inherit', env: variables }).status === 0;
  };
  if (version !== 'this' && !isFound(version, env)) return ['another Node is found first'];
  const commands = version === 'this' ? ['npm run types', 'npx vitest run'] : [OF_NODE];
  const broken = commands.filter((command) => !runs(command, env));
  return [...broken, ...(await startAndExamine(folder, env, runs))];
}

/** Whether `node` is this version. A package without the program would leave everything to the machine's own. */
function isFound(version: string, env: NodeJS.ProcessEnv): boolean {
  const { stdout } = spawnSync('node --version', { shell: true, env, encoding: 'utf8' });
  console.log(stdout);
  return `${stdout.trim()}.`.startsWith(`v${version}.`);
}

/** Installs a version of Node into a folder; returns the folder of its program, or undefined if there is none. */
function install(version: string, folder: string): string | undefined {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  // By a shell, because npm is a script on Windows.
  const command = `npm install --no-save --prefix "${folder}" ${name}@${version}`;
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  return status === 0 ? join(folder, 'node_modules', name, 'bin') : undefined;
}

/** `npm start` on ports of its own, and the doctor on what it serves. */
async function startAndExamine(
  folder: string,
  env: NodeJS.ProcessEnv,
  runs: (command: string, env: NodeJS.ProcessEnv) => boolean,
): Promise<string[]> {
  const variables = ['HOSTING_PORT', 'FIRESTORE_PORT', 'AUTH_PORT', 'STORAGE_PORT'];
  const ports = await Promise.all(
    variables.map(async (name) => [name, String(await freePort('localhost'))]),
  );
  const own = { ...env, ...(Object.fromEntries(ports) as Record<string, string>) };
  const places = ['--data', join(folder, 'data'), '--out', join(folder, 'site')];
  const start = ['tools/entry.cjs', 'tools/start/start.ts', 'start', ...places];
  const site = spawn('node', start, { env: own, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    if (!(await isReady(site))) return ['npm start'];
    const doctor = 'npm run doctor -- --local';
    return runs(doctor, own) ? [] : [doctor];
  } finally {
    site.kill();
    if (site.exitCode === null && site.signalCode === null) await once(site, 'close');
  }
}

/** Resolves to whether the site was served before its process ended. */
async function isReady(site: ChildProcess): Promise<boolean> {
  const timer = setTimeout(() => site.kill(), START_MS);
  let ready = false;
  for await (const line of createInterface({ input: site.stdout! })) {
    console.log(line);
    ready = line.includes('Ready');
    if (ready) break;
  }
  clearTimeout(timer);
  site.stdout!.resume();
  return ready;
}
