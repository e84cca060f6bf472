/** Chromium and Firefox: WebDriver BiDi through puppeteer-core, without a driver program between. */
import { once } from 'node:events';
import { launch, ProtocolError, type ElementHandle, type Page as Tab } from 'puppeteer-core';
import { CHROMIUM_ARGS } from '../../support/chromium';
import { callText, type Browser, type LaunchOptions, type Page, type PageElement } from '../engine';
import { killTree, remember } from '../../support/processes';

/** Milliseconds that a command may take. */
const PATIENCE = 30_000;

/**
 * A window of 1,024 × 768 by the browsers' own arguments: puppeteer-core sets a viewport with a command of BiDi
 * that Firefox 140, the older of Debian's two, does not know (`emulation.setScreenOrientationOverride`).
 */
const ARGS = {
  chrome: [...CHROMIUM_ARGS, '--window-size=1024,768'],
  firefox: ['--width=1024', '--height=768'],
};

/** Firefox's preferences, by the names in `about:config`. */
export type Preferences = Record<string, boolean | number | string>;

export async function launchPuppeteer(
  name: 'chrome' | 'firefox',
  executablePath: string,
  { profile, watch, preferences }: LaunchOptions & { preferences: Preferences },
): Promise<Browser> {
  const browser = await launch({
    browser: name,
    executablePath,
    protocol: 'webDriverBiDi',
    userDataDir: profile,
    args: ARGS[name],
    extraPrefsFirefox: preferences,
    protocolTimeout: PATIENCE,
    timeout: PATIENCE,
    // The window's own size: see above.
    defaultViewport: null,
    // The command ends its browsers itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const child = browser.process()!;
  remember(child);
  const tab = (await browser.pages())[0] ?? (await browser.newPage());
  await tab.evaluateOnNewDocument(callText(watch, []));
  return {
    page: pageOf(tab),
    setOffline: (isOffline) => tab.setOfflineMode(isOffline).catch(unlessUnknown),
    async kill() {
      const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit');
      killTree(child.pid!);
      await ended;
    },
    close: () => browser.close(),
  };
}

/** Firefox 140 cannot be told that it is offline; the journeys take the server away as well, as they do in WebKit. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof ProtocolError) || !error.message.includes('unknown command')) throw error;
}

function pageOf(tab: Tab): Page {
  return {
    async open(address) {
      await tab.goto(address, { timeout: PATIENCE });
    },
    evaluate: async (run, ...args) => (await tab.evaluate(callText(run, args))) as never,
    async find(run, ...args) {
      const handle = await tab.evaluateHandle(callText(run, args));
      const element = handle.asElement() as ElementHandle | null;
      return element && elementOf(element);
    },
    async popup(open) {
      const opened = new Promise<Tab>((resolve) => {
        tab.once('popup', (popup) => resolve(popup!));
      });
      await open();
      return pageOf(await opened);
    },
  };
}

function elementOf(handle: ElementHandle): PageElement {
  return {
    click: () => handle.click(),
    async type(text) {
      await handle.click();
      await handle.type(text);
    },
    choose: (paths) => (handle as ElementHandle<HTMLInputElement>).uploadFile(...paths),
  };
}
