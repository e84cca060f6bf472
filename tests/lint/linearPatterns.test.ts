// The lint rules for regular expressions: no stranger's text freezes a page, and old engines read every one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REFUSED: Record<string, [code: string, why: RegExp]> = {
  'two ways to take a character': [
    'const place = /^(?:%[0-9a-f]{2}|[^a-z])*(request|gallery)/i;',
    /exponential/,
  ],
  'white space at the end': [String.raw`const edge = /\s+$/u;`, /polynomial/],
  'a string that becomes a pattern': ["const edge = new RegExp('a+$');", /polynomial/],
  'constants of the file': [
    "const space = ' \\\\t'; const edge = RegExp(`[${space}]+$`, 'u');",
    /polynomial/,
  ],
  'what cannot be read': [
    'const of = (name: string) => new RegExp(`^${name}`);',
    /cannot be checked/,
  ],
  'what looks behind': ['const part = /(?<=a)b/;', /Safari 16/],
  'what looks behind for nothing': ['const part = /(?<!a)b/;', /Safari 16/],
  'what may change': ["let name = 'a'; const edge = new RegExp(name);", /cannot be checked/],
};

const ACCEPTED: Record<string, string> = {
  'a linear pattern': String.raw`const edge = /^\s+/u;`,
  'a pattern in which every character has one way': 'const place = /^[^a-z]*(request|gallery)/i;',
  'constants of the file': "const space = ' \\\\t'; const edge = new RegExp(`^[${space}]+`, 'u');",
  'a named group, and one that is not kept': 'const part = /(?<name>a)(?:b)(?=c)/;',
  'a raw string': 'const edge = new RegExp(String.raw`^\\s+`);',
  'another RegExp': "const edge = own.RegExp('a+$');",
};

const cases = [
  ...Object.entries(REFUSED).map(([name, [code]]) => ({ name, code })),
  ...Object.entries(ACCEPTED).map(([name, code]) => ({ name, code })),
];
let folder = '';
let found: { name: string; message: string }[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  cases.forEach(({ code }, index) => writeFileSync(join(folder, `${index}.ts`), `${code}\n`));
  const config = join(folder, 'config.json');
  const jsPlugins = [resolve('tools/lint/linearPatterns.js')];
  const rules = { 'patterns/linear': 'error', 'patterns/old-engines': 'error' };
  writeFileSync(config, JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules }));
  const oxlint = resolve('node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [oxlint, '-c', config, '-f', 'json', folder],
    { encoding: 'utf8' },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string }[];
  };
  found = diagnostics
    .map(({ filename, message }) => ({
      index: Number.parseInt(filename.split('/').at(-1)!),
      message,
    }))
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, message }) => ({ name: cases[index]!.name, message }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('refuses each pattern that is not linear, or not known to be, and nothing else', () => {
  expect(found).toEqual(
    Object.entries(REFUSED).map(([name, [, why]]) => ({
      name,
      message: expect.stringMatching(why) as string,
    })),
  );
});
