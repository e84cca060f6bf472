/** A folder that is replaced as a whole, whatever interrupts it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isWithin, replaceFolder } from '../../tools/build/replaceFolder';

// A test may stop a deletion half-way.
vi.mock(import('node:fs'), async (load) => {
  const fs = await load();
  return { ...fs, rmSync: vi.fn(fs.rmSync) };
});

let parent: string;
let target: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'replace-'));
  target = join(parent, 'site');
});
afterEach(() => {
  vi.mocked(rmSync).mockReset();
  rmSync(parent, { recursive: true });
});

const fillWith = (content: string) => (folder: string) => writeFile(join(folder, 'a'), content);
const contentOf = () => readFileSync(join(target, 'a'), 'utf8');

test('the new folder takes the place of the old one, and nothing is left beside it', async () => {
  await replaceFolder(target, fillWith('first'));
  await replaceFolder(target, async (folder) => {
    expect(readdirSync(folder)).toEqual([]);
    await fillWith('second')(folder);
    expect(contentOf()).toBe('first');
  });
  expect(contentOf()).toBe('second');
  expect(readdirSync(parent)).toEqual(['site']);
});

test('the old folder stays if the new one cannot be filled, as on a full disk', async () => {
  await replaceFolder(target, fillWith('first'));
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const failing = replaceFolder(target, async (folder) => {
    await fillWith('half')(folder);
    throw full;
  });
  await expect(failing).rejects.toBe(full);
  expect(contentOf()).toBe('first');
  expect(readdirSync(parent)).toEqual(['site']);
});

test('a kill in the middle of any deletion leaves a whole folder or none', async () => {
  const { rmSync: deleteWhole } = await vi.importActual<typeof import('node:fs')>('node:fs');
  const fill = (content: string) => async (folder: string) => {
    for (const name of ['a', 'b']) await writeFile(join(folder, name), content);
  };
  const left = () =>
    existsSync(target)
      ? readdirSync(target).map((name) => readFileSync(join(target, name), 'utf8'))
      : [];
  await replaceFolder(target, fill('first'));
  let deletions = 0;
  for (let deadly = 1; deletions >= deadly - 1; deadly += 1) {
    deletions = 0;
    const killed = new Error('killed');
    vi.mocked(rmSync).mockImplementation((path, options) => {
      deletions += 1;
      if (deletions < deadly) return deleteWhole(path, options);
      if (deletions === deadly) deleteWhole(join(String(path), 'a'), { force: true });
      throw killed;
    });
    await replaceFolder(target, fill('next')).catch((error: unknown) => expect(error).toBe(killed));
    expect([[], ['first', 'first'], ['next', 'next']], `deletion ${deadly}`).toContainEqual(left());
  }
  expect(deletions).toBeGreaterThanOrEqual(3);
});

/** What is there after a kill: before the swap, in the middle of it, and before its last step. */
test.each([[['site', 'site.new']], [['site.new', 'site.new.old']], [['site', 'site.new.old']]])(
  'a kill that leaves %j is repaired by the next one',
  async (left) => {
    for (const name of left) mkdirSync(join(parent, name, 'assets'), { recursive: true });
    await replaceFolder(target, fillWith('next'));
    expect(contentOf()).toBe('next');
    expect(existsSync(join(target, 'assets'))).toBe(false);
    expect(readdirSync(parent)).toEqual(['site']);
  },
);

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/b/..c', true],
  ['/a/b', '/a', false],
  ['/a/b', '/a/bc', false],
])('%s has %s in it: %s', (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});
