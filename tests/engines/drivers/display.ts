/** A place for windows: the screen that is there, or a virtual one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { remember } from './processes';

export interface Display {
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
