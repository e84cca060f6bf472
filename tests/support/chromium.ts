/** Finds a Chromium, Chrome or Edge for the browser tests, or installs Debian's Chromium where it may. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import {
  chosenBy,
  ensureProgram,
  isDebian,
  isExecutable,
  onPath,
  ProgramMissing,
} from './programs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
];

/** Where a system does not have it on the PATH. */
const KNOWN_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    if (!folder) return [];
    const programs = [
      ['Google', 'Chrome', 'Application', 'chrome.exe'],
      ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
    ];
    return programs.map((parts) => join(folder, ...parts));
  }),
};

/**
 * The browser's path, or undefined. `CHROMIUM_PATH` wins; a wrong one throws `ProgramMissing`. Then what
 * `npx playwright install chromium` has fetched, then the system's.
 */
export function findChromium(): string | undefined {
  const chosen = chosenBy('CHROMIUM_PATH');
  if (chosen !== undefined) return chosen;
  const places = [chromium.executablePath(), ...(KNOWN_PATHS[process.platform] ?? [])];
  return places.find(isExecutable) ?? onPath(NAMES, (path) => !isSnap(path));
}

/** Ubuntu's is a script that asks for a snap, or the snap, which may not read the tests' folders. */
export function isSnap(path: string): boolean {
  const real = realpathSync(path);
  if (/\/snap(\/|$)/.test(real)) return true;
  const start = Buffer.alloc(4096);
  const file = openSync(real, 'r');
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1').includes('/snap/bin/');
}

/** The browser's path, after installing it with apt where that is possible. Throws `ProgramMissing`. */
export const ensureChromium = () =>
  ensureProgram(
    'A browser for the tests',
    ['chromium'],
    findChromium,
    howToInstall(process.platform, isDebian()),
  );

/**
 * Debian's Liberation Sans, the first font of the page's texts. The boxes of every screen were looked at in it; another
 * system font breaks other words at 200 %. Elsewhere the system's own font is measured.
 */
export function ensureFont(): void {
  if (!isDebian()) return;
  const find = () => spawnSync('fc-list', ['Liberation Sans']).stdout?.length || undefined;
  try {
    ensureProgram('The font of the screens', ['fontconfig', 'fonts-liberation'], find, FONT_HELP);
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    console.log(error.message);
  }
}

const FONT_HELP =
  'Words may break elsewhere (tests/screens). Run: sudo apt-get install fontconfig fonts-liberation';

export function howToInstall(platform: NodeJS.Platform, debian: boolean): string {
  const command = debian
    ? 'sudo apt-get install chromium'
    : `npx playwright install ${platform === 'linux' ? '--with-deps ' : ''}chromium`;
  return `Run: ${command}\nOr name a Chromium, Chrome or Edge that you have in CHROMIUM_PATH.`;
}

/** No background traffic of the browser's own; no sandbox where Chromium refuses one (root). */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // The packages of old Chromiums have no service for it, and a call ends the page.
  ...(process.env['OLDEST'] === undefined ? [] : ['--disable-blink-features=Badging']),
];
