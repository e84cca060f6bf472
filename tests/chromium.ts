/** Finds a Chromium or Chrome for the browser tests, or installs Debian's where it may. */
import { join } from 'node:path';
import { installWithApt, NotInstalled } from './apt';
import { isExecutable, onPath } from './executables';

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
  return (KNOWN_PATHS[process.platform] ?? []).find(isExecutable) ?? onPath(NAMES);
}

/** The browser's path, after installing it with apt where that is possible. Throws `ChromiumMissing`. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  try {
    installWithApt('Chromium', ['chromium']);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    throw new ChromiumMissing(`${error.message}\n${HOW_TO_INSTALL}`);
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

/** No background traffic of the browser's own; no sandbox where Chromium refuses one (root). */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
