/** Installs Debian's packages where that is possible without a question. */
import { execFileSync, spawnSync } from 'node:child_process';

/** Nothing was installed; the message says why. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

/** Installs `packages`, for what is called `what`. Throws `NotInstalled`. */
export function installWithApt(what: string, packages: readonly string[]): void {
  const prefix = aptPrefix();
  if (!prefix) throw new NotInstalled('There is no apt-get here that this user may run.');
  console.log(`${what} is missing: installing ${packages.join(', ')} with apt-get.`);
  const run = (...args: string[]) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    execFileSync(command!, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  try {
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', ...packages);
  } catch (error) {
    throw new NotInstalled(`apt-get failed: ${String(error)}`);
  }
}

/** What to put before apt-get to run it as root without a password; undefined where that fails. */
function aptPrefix(): string[] | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}
