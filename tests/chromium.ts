/** Finds a Chromium or Chrome for the browser tests, or installs Debian's where it may. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** No browser, and no way to install one; the message says what to do. */
export class ChromiumMissing extends Error {
  override name = 'ChromiumMissing';
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const KNOWN_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
};

/** The browser's path, or undefined. `CHROMIUM_PATH` wins; a wrong one is an error, not ignored. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new ChromiumMissing(`CHROMIUM_PATH is ${chosen}, which cannot be run.`);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)));
  return [...(KNOWN_PATHS[process.platform] ?? []), ...onPath].find(isExecutable);
}

/** The browser's path, after installing it with apt where that is possible. Throws `ChromiumMissing`. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const prefix = aptPrefix();
  if (!prefix) throw new ChromiumMissing(HOW_TO_INSTALL);
  console.log('Chromium is missing: installing it with apt-get.');
  const run = (...args: string[]) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    execFileSync(command!, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  try {
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  } catch (error) {
    throw new ChromiumMissing(`apt-get failed: ${String(error)}\n${HOW_TO_INSTALL}`);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new ChromiumMissing(`apt-get has installed no Chromium.\n${HOW_TO_INSTALL}`);
}

const HOW_TO_INSTALL =
  'The browser tests need Chromium or Google Chrome.\n' +
  '  Debian, Ubuntu   sudo apt-get install chromium\n' +
  '  Fedora           sudo dnf install chromium\n' +
  '  macOS            brew install --cask google-chrome\n' +
  '  Windows          winget install Google.Chrome\n' +
  'Or set CHROMIUM_PATH to the one you have.';

/** What to put before apt-get to run it as root without a password; undefined where that fails. */
function aptPrefix(): string[] | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** No background traffic of the browser's own; no sandbox where Chromium refuses one (root). */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
