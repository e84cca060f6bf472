/** Finds a Chromium or Chrome for the browser tests, or installs Debian's where it may. */
import { join } from 'node:path';
import { chosenBy, ensureProgram, isExecutable, onPath } from './programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Where a system does not have it on the PATH. */
const KNOWN_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
};

/** The browser's path, or undefined. `CHROMIUM_PATH` wins; a wrong one throws `ProgramMissing`. */
export function findChromium(): string | undefined {
  return (
    chosenBy('CHROMIUM_PATH') ??
    (KNOWN_PATHS[process.platform] ?? []).find(isExecutable) ??
    onPath(NAMES)
  );
}

/** The browser's path, after installing it with apt where that is possible. Throws `ProgramMissing`. */
export const ensureChromium = () =>
  ensureProgram('Chromium', ['chromium'], findChromium, HOW_TO_INSTALL);

const HOW_TO_INSTALL =
  'Install Chromium or Google Chrome (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.';

/** No background traffic of the browser's own; no sandbox where Chromium refuses one (root). */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
