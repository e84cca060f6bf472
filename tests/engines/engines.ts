/** The engines by name and their variants: where their programs are, and how Debian's come where they are missing. */
import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { ensureChromium } from '../support/chromium';
import { chosenBy, ensureProgram, isExecutable, onPath } from '../support/programs';
import { MARK, translate } from '../support/foreignHands';
import { callText, type Engine } from './engine';
import { launchPuppeteer, type Preferences } from './drivers/puppeteer';
import { launchWebKit, openDisplay, type WebKitPrograms } from './drivers/webkit';
import { browse, JOURNEYS, review } from './journeys';
import { everyKindUndrawn } from './pictureJourney';
import { worksPhotosUndrawn } from './workPictureJourney';
import { asChosen, requestOffline } from './requestJourneys';
import type { Journey } from './engineStage';

/** Each rejects with `ProgramMissing` where it cannot be had. */
const ENGINES: Record<string, () => Promise<Engine>> = {
  Chromium: async () => puppeteerEngine('chrome', ensureChromium()),
  Firefox: () => openFirefox(),
  WebKit: async () => {
    const help = helpWith(WEBKIT_PACKAGES);
    const programs = ensureProgram('WebKitGTK', WEBKIT_PACKAGES, findWebKit, help);
    const display = await openDisplay();
    return {
      version: versionOf(programs.miniBrowser, { DISPLAY: display.name }),
      launch: (options) => launchWebKit(programs, display.name, options),
      close: () => display.close(),
    };
  },
};

/** An engine as some of its visitors have set it up. */
interface Variant {
  name: string;
  /** What its visitors have changed in `about:config`. */
  preferences: Preferences;
  /** The journeys that this setting makes a difference to. */
  journeys: Journey[];
}

const FIREFOX_VARIANTS: Variant[] = [
  {
    name: 'Firefox that resists fingerprinting',
    preferences: { 'privacy.resistFingerprinting': true },
    journeys: [browse, asChosen, everyKindUndrawn, worksPhotosUndrawn],
  },
  {
    // Every storage throws, and so does `new BroadcastChannel`; there is no worker.
    name: 'Firefox that blocks cookies',
    preferences: { 'network.cookie.cookieBehavior': 2 },
    journeys: [browse, asChosen],
  },
];

/** The journeys of an engine, or of a variant of it. */
export interface Run {
  name: string;
  open: () => Promise<Engine>;
  journeys: Journey[];
  /** What rewrites every page behind its back. */
  rewriting: string[];
}

/** Everything that runs journeys: the engines with all of them, the variants with those that they name. */
export const RUNS: Run[] = [
  ...Object.entries(ENGINES).map(([name, open]) => {
    return { name, open, journeys: JOURNEYS, rewriting: [] };
  }),
  ...FIREFOX_VARIANTS.map(({ name, preferences, journeys }) => {
    return { name, open: () => openFirefox(preferences), journeys, rewriting: [] };
  }),
  // The screens that change their texts most. Chromium's states are all in `tests/screens`.
  ...Object.entries(ENGINES).map(([name, open]) => {
    const rewriting = [callText(translate, [MARK])];
    return { name: `${name}, translated`, open, journeys: [requestOffline, review], rewriting };
  }),
];

async function openFirefox(preferences?: Preferences): Promise<Engine> {
  const help = `${helpWith(['firefox-esr'])}\nOr set FIREFOX_PATH to the one you have.`;
  const path = ensureProgram('Firefox', ['firefox-esr'], findFirefox, help);
  return puppeteerEngine('firefox', path, preferences);
}

const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'];

const helpWith = (packages: string[]) =>
  `Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}`;

function puppeteerEngine(
  name: 'chrome' | 'firefox',
  path: string,
  preferences: Preferences = {},
): Engine {
  return {
    version: versionOf(path),
    launch: (options) => launchPuppeteer(name, path, { ...options, preferences }),
    close: async () => {},
  };
}

function findFirefox(): string | undefined {
  const mac = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return chosenBy('FIREFOX_PATH') ?? onPath(['firefox-esr', 'firefox']) ?? [mac].find(isExecutable);
}

/** WebKitGTK is there on Linux only; Safari is another browser and does not start by script. */
function findWebKit(): WebKitPrograms | undefined {
  const libraries = ['/usr/libexec', '/usr/lib64', '/usr/lib', ...multiarchFolders()];
  const driver = onPath(['WebKitWebDriver']);
  const gjs = onPath(['gjs']);
  const miniBrowser = libraries
    .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find(isExecutable);
  const hasBinding = libraries.some((folder) =>
    existsSync(`${folder}/girepository-1.0/WebKit2-4.1.typelib`),
  );
  const hasDisplay = process.env['DISPLAY'] || onPath(['Xvfb']);
  if (!driver || !gjs || !miniBrowser || !hasBinding || !hasDisplay) return undefined;
  return { driver, gjs, miniBrowser };
}

/** `/usr/lib/x86_64-linux-gnu` and its like. */
function multiarchFolders(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/usr/lib')
    .filter((name) => name.includes('-linux-gnu'))
    .map((name) => `/usr/lib/${name}`);
}

function versionOf(program: string, env: Record<string, string> = {}): string {
  // Debian's Chromium is a script that complains about its surroundings.
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  const options = { encoding: 'utf8', stdio, env: { ...process.env, ...env } } as const;
  return execFileSync(program, ['--version'], options).trim();
}
