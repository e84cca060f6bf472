/** A slow line of real packets (`packetLine.py`), and a browser at its far end. For root on Linux, with Python 3. */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../support/chromium';

/** Round trip in ms, kbit/s down and up, and how the server's kernel reacts to a full line. */
export const LINES = {
  '150 ms, 1,600 kbit/s, BBR': ['150', '1600', '750', 'bbr'],
  '150 ms, 1,600 kbit/s, CUBIC': ['150', '1600', '750', 'cubic'],
  '400 ms, 400 kbit/s, BBR': ['400', '400', '200', 'bbr'],
} as const;

/** The machine's address on the line. */
export const MACHINE = '10.98.0.1';

/** The network namespace at the far end. */
const NAMESPACE = 'bench-phone';

/** Resolves to what ends the line. */
export async function startLine(line: readonly string[]): Promise<() => void> {
  const program = join(import.meta.dirname, 'packetLine.py');
  const child = spawn('python3', [program, NAMESPACE, ...line], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('error', reject);
    const needs = 'It needs root, Python 3 and /dev/net/tun.';
    child.once('exit', () => reject(new Error(`The line did not start. ${needs}`)));
  });
  return () => {
    child.kill();
    execFileSync('ip', ['netns', 'del', NAMESPACE]);
  };
}

/** Writes a program that starts Chromium at the far end of the line; returns its path. */
export function writeBrowser(folder: string): string {
  const program = join(folder, 'chromium-on-the-line');
  const command = `exec ip netns exec ${NAMESPACE} '${ensureChromium()}' "$@"`;
  writeFileSync(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return program;
}
