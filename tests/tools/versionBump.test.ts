/** `version:bump` on a copy of the files that carry the version. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { bumpVersion } from '../../tools/versionBump';
import { NEWER_VERSION, OLDER_VERSION } from '../versions';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = ['package.json', 'package-lock.json', 'src/domain/constants.ts'];

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'bump-'));
  mkdirSync(join(copy, 'src/domain'), { recursive: true });
  for (const file of FILES) cpSync(join(ROOT, file), join(copy, file));
});
afterEach(() => rmSync(copy, { recursive: true }));

const lines = (file: string, root = copy) => readFileSync(join(root, file), 'utf8').split('\n');
const changes = (file: string) => {
  const before = lines(file, ROOT);
  return lines(file).filter((line, index) => line !== before[index]);
};

test('raises the version wherever it stands, and nothing else', async () => {
  const next = NEWER_VERSION.toFixed(2);
  expect(await bumpVersion(copy)).toBe(next);
  expect(changes('src/domain/constants.ts')).toEqual([
    `export const CLIENT_VERSION = ${Number(next)};`,
  ]);
  expect(changes('package.json')).toEqual([`  "version": "${next}.0",`]);
  expect(changes('package-lock.json')).toEqual([
    `  "version": "${next}.0",`,
    `      "version": "${next}.0",`,
  ]);
});

test.each(['0.1', OLDER_VERSION.toFixed(2), CLIENT_VERSION.toFixed(2), 'next', '1'])(
  'refuses %s and writes nothing',
  async (version) => {
    await expect(bumpVersion(copy, version)).rejects.toThrow(/version/);
    expect(FILES.flatMap(changes)).toEqual([]);
  },
);

test('the package has the client’s version', () => {
  const { version } = JSON.parse(lines('package.json', ROOT).join('\n')) as { version: string };
  expect(version).toBe(`${CLIENT_VERSION.toFixed(2)}.0`);
});
