/** WebKit: WebKitGTK's MiniBrowser, driven by its WebKitWebDriver through selenium-webdriver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../../../tools/start/freePort';
import {
  callText,
  until,
  type Browser,
  type LaunchOptions,
  type Page,
  type PageElement,
} from '../engine';
import { killTree, remember } from '../../support/processes';

const HOST = '127.0.0.1';

export interface WebKitPrograms {
  driver: string;
  miniBrowser: string;
  /** Runs the browser that keeps its data. */
  gjs: string;
}

/** What to start, by the name that it gives itself. */
function browserOf({ miniBrowser, gjs }: WebKitPrograms, { profile, isKept }: LaunchOptions) {
  const keeping = join(import.meta.dirname, 'keepingBrowser.js');
  return isKept
    ? { name: 'KeepingBrowser', binary: gjs, args: ['-m', keeping, profile] }
    : { name: 'MiniBrowser', binary: miniBrowser, args: ['--automation'] };
}

export async function launchWebKit(
  programs: WebKitPrograms,
  display: string,
  options: LaunchOptions,
): Promise<Browser> {
  const port = await freePort(HOST);
  const child = spawn(programs.driver, [`--host=${HOST}`, `--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  remember(child);
  const ended = once(child, 'exit');
  const kill = async () => {
    killTree(child.pid!);
    await ended;
  };
  try {
    const server = `http://${HOST}:${port}`;
    await until('WebKitWebDriver answers', async () => (await fetch(`${server}/status`)).ok);
    const { name, binary, args } = browserOf(programs, options);
    const capabilities = new Capabilities({
      browserName: name,
      'webkitgtk:browserOptions': { binary, args },
    });
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(server)
      .withCapabilities(capabilities)
      .build();
    return {
      page: pageOf(driver, await driver.getWindowHandle(), options.scripts),
      kill,
      async close() {
        await driver.quit();
        await kill();
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Every command goes to one window, which may not be the one of the command before. */
function pageOf(driver: WebDriver, window: string, scripts: string[]): Page {
  const run = async <T>(text: string): Promise<T> => {
    await driver.switchTo().window(window);
    return driver.executeScript<T>(`return ${text};`);
  };
  return {
    async open(address) {
      await driver.switchTo().window(window);
      await driver.get(address);
      // This driver has no way to run them before the page's own scripts.
      for (const script of scripts) await run(script);
    },
    evaluate: (call, ...args) => run(callText(call, args)),
    async find(call, ...args) {
      const element = await run<WebElement | null>(callText(call, args));
      return element && elementOf(element);
    },
    async popup(open) {
      const before = await driver.getAllWindowHandles();
      await open();
      const opened = await until('a window opens', async () =>
        (await driver.getAllWindowHandles()).find((handle) => !before.includes(handle)),
      );
      return pageOf(driver, opened, scripts);
    },
  };
}

function elementOf(element: WebElement): PageElement {
  return {
    click: () => element.click(),
    async type(text) {
      await element.click();
      await element.sendKeys(text);
    },
    // One path a line, as the protocol has it for inputs that take several files.
    choose: (paths) => element.sendKeys(paths.join('\n')),
  };
}

interface Display {
  /** For the variable DISPLAY. */
  name: string;
  close(): Promise<void>;
}

/** Starts Xvfb on a display that is free, unless there is a screen. */
export async function openDisplay(): Promise<Display> {
  const screen = process.env['DISPLAY'];
  if (screen) return { name: screen, close: async () => {} };
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  remember(server);
  const ended = once(server, 'exit');
  const number = await Promise.race([
    once(server.stdio[3] as Readable, 'data').then(([bytes]) => String(bytes).trim()),
    ended.then(([code]) => {
      throw new Error(`Xvfb ended with ${code} before it had a display.`);
    }),
  ]);
  return {
    name: `:${number}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
