/** The engines by name: where their programs are, and how Debian's come where they are missing. */
import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { installWithApt, NotInstalled } from '../apt';
import { ChromiumMissing, ensureChromium } from '../chromium';
import { isExecutable, onPath } from '../executables';
import { EngineMissing, type Engine } from './engine';
import { openDisplay } from './drivers/display';
import { launchPuppeteer } from './drivers/puppeteer';
import { launchWebKit, type WebKitPrograms } from './drivers/webkit';

/** Each opens with `EngineMissing` where it cannot be had. */
export const ENGINES: Record<string, () => Promise<Engine>> = {
  Chromium: async () => puppeteerEngine('chrome', chromiumPath()),
  Firefox: async () =>
    puppeteerEngine('firefox', ensure('Firefox', ['firefox-esr'], findFirefox, 'FIREFOX_PATH')),
  WebKit: async () => {
    const programs = ensure('WebKitGTK', WEBKIT_PACKAGES, findWebKit);
    const display = await openDisplay();
    return {
      version: versionOf(programs.miniBrowser, { DISPLAY: display.name }),
      launch: (options) => launchWebKit(programs, display.name, options),
      close: () => display.close(),
    };
  },
};

const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'];

function puppeteerEngine(name: 'chrome' | 'firefox', path: string): Engine {
  return {
    version: versionOf(path),
    launch: (options) => launchPuppeteer(name, path, options),
    close: async () => {},
  };
}

function chromiumPath(): string {
  try {
    return ensureChromium();
  } catch (error) {
    if (error instanceof ChromiumMissing) throw new EngineMissing(error.message);
    throw error;
  }
}

function findFirefox(): string | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  if (chosen && !isExecutable(chosen)) {
    throw new EngineMissing(`FIREFOX_PATH is ${chosen}, which cannot be run.`);
  }
  const mac = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return chosen || (onPath(['firefox-esr', 'firefox']) ?? [mac].find(isExecutable));
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

/** What `find` finds, after installing packages where it finds nothing at first. */
function ensure<T>(what: string, packages: string[], find: () => T | undefined, variable = ''): T {
  const found = find();
  if (found) return found;
  const help =
    `${what} is needed. Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}` +
    (variable && `\nOr set ${variable} to the one you have.`);
  try {
    installWithApt(what, packages);
  } catch (error) {
    if (error instanceof NotInstalled) throw new EngineMissing(`${error.message}\n${help}`);
    throw error;
  }
  const installed = find();
  if (installed) return installed;
  throw new EngineMissing(`apt-get has not installed all of it.\n${help}`);
}

function versionOf(program: string, env: Record<string, string> = {}): string {
  // Debian's Chromium is a script that complains about its surroundings.
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  const options = { encoding: 'utf8', stdio, env: { ...process.env, ...env } } as const;
  return execFileSync(program, ['--version'], options).trim();
}
