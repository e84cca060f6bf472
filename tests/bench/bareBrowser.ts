/**
 * Chromium on its own debugging pipe (Chrome DevTools Protocol, messages that end with a zero byte).
 * Playwright runs scripts of its own in every new page, which a first paint would be measured with.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium';

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export interface BarePage {
  /** Rejects when the browser refuses the command. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** The next event of this name whose parameters are asked for. */
  event(method: string, isIt: (params: Record<string, unknown>) => boolean): Promise<void>;
  /** An orderly end. */
  close(): Promise<void>;
}

/** Starts a browser on a profile and attaches to its one empty page; no domain is enabled. */
export async function startBareBrowser(folder: string): Promise<BarePage> {
  const browser = spawn(
    ensureChromium(),
    [
      ...CHROMIUM_ARGS,
      '--headless',
      '--hide-scrollbars',
      '--no-first-run',
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  const [, , , input, output] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const answers = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let last = 0;
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop()!;
    for (const json of messages) {
      const message = JSON.parse(json) as Message;
      if (message.id === undefined) listeners.forEach((listen) => listen(message));
      else answers.get(message.id)?.(message);
    }
  });

  const call = (method: string, params: object, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      last += 1;
      answers.set(last, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });

  const sessionId = await attach(call);
  return {
    send: (method, params = {}) => call(method, params, sessionId),
    event: (method, isIt) =>
      new Promise((resolve) => {
        const listen = (message: Message) => {
          if (message.method !== method || !isIt(message.params ?? {})) return;
          listeners.delete(listen);
          resolve();
        };
        listeners.add(listen);
      }),
    async close() {
      await call('Browser.close', {});
      await ended;
    },
  };
}

type Call = (method: string, params: object) => Promise<Record<string, unknown>>;

async function attach(call: Call): Promise<string> {
  for (;;) {
    const { targetInfos } = (await call('Target.getTargets', {})) as {
      targetInfos: { type: string; targetId: string }[];
    };
    // The browser answers before its first page is there.
    const page = targetInfos.find(({ type }) => type === 'page');
    if (!page) continue;
    const attached = await call('Target.attachToTarget', {
      targetId: page.targetId,
      flatten: true,
    });
    return attached['sessionId'] as string;
  }
}
