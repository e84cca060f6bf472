/** Programs of this machine: found, or installed from Debian's packages where that needs no question. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
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
  const missing = (why: string) => new ProgramMissing(`${what} is missing (${why}).\n${help}`);
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

/** Whether Debian's packages can be here. Ubuntu has apt as well, but its package of Chromium is a snap. */
export function isDebian(): boolean {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}

/** What to put before apt-get to run it as root without a password; undefined where that fails. */
function aptPrefix(): string[] | undefined {
  if (!isDebian() || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** The path that a variable names, if it is set. Throws `ProgramMissing` where that cannot be run. */
export function chosenBy(variable: string): string | undefined {
  const path = process.env[variable];
  if (!path || isExecutable(path)) return path || undefined;
  throw new ProgramMissing(`${variable} is ${path}, which cannot be run.`);
}

/** The first of these names that is on the PATH and is right, name after name within each folder. */
export function onPath(
  names: readonly string[],
  isRight: (path: string) => boolean = () => true,
): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find((path) => isExecutable(path) && isRight(path));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
