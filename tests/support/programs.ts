/** Programs of this machine: found, or installed from Debian's packages where that needs no question. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program is not here and cannot be installed; the message says what to do. */
export class ProgramMissing extends Error {
  override name = 'ProgramMissing';
}

/** What `find` finds, after installing `packages` where it finds nothing at first. Throws `ProgramMissing`. */
export function ensureProgram<T>(
  what: string,
  packages: string[],
  find: () => T | undefined,
  help: string,
): T {
  const found = find();
  if (found) return found;
  const missing = (why: string) => new ProgramMissing(`${what} is missing (${why}). ${help}`);
  const prefix = aptPrefix();
  if (!prefix) throw missing('no apt-get that this user may run');
  console.log(`${what} is missing: installing ${packages.join(', ')} with apt-get.`);
  try {
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    ]) {
      const [command, ...rest] = [...prefix, 'apt-get', ...args];
      execFileSync(command!, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  } catch (error) {
    throw missing(`apt-get failed: ${String(error)}`);
  }
  const installed = find();
  if (installed) return installed;
  throw missing('apt-get has not installed all of it');
}

/** What to put before apt-get to run it as root without a password; undefined where that fails. */
function aptPrefix(): string[] | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** The path that a variable names, if it is set. Throws `ProgramMissing` where that cannot be run. */
export function chosenBy(variable: string): string | undefined {
  const path = process.env[variable];
  if (!path || isExecutable(path)) return path || undefined;
  throw new ProgramMissing(`${variable} is ${path}, which cannot be run.`);
}

/** The first of these names that is on the PATH, name after name within each folder. */
export function onPath(names: readonly string[]): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
