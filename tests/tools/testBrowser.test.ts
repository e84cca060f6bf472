/** The browser that the tests look for, and what they say where there is none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { howToInstall, isSnap } from '../support/chromium';
import { processesOf } from '../support/processes';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[NodeJS.Platform, boolean, string]>([
  ['linux', true, 'sudo apt-get install chromium'],
  ['linux', false, 'npx playwright install --with-deps chromium'],
  ['darwin', false, 'npx playwright install chromium'],
  ['win32', false, 'npx playwright install chromium'],
])('on %s (Debian: %s) the command is %s', (platform, debian, command) => {
  expect(howToInstall(platform, debian)).toBe(
    `Run: ${command}\nOr name a Chromium, Chrome or Edge that you have in CHROMIUM_PATH.`,
  );
});

test.each([
  ['#!/bin/sh\nexec /snap/bin/chromium "$@"\n', true],
  ['#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"\n', false],
])('the script %j is a stub of a snap: %s', (script, expected) => {
  const file = join(folder, 'chromium-browser');
  writeFileSync(file, script);
  expect(isSnap(file)).toBe(expected);
});

test('a process is found by words of its command line', () => {
  expect(processesOf(process.argv[1]!)).toContain(process.pid);
});
