/** The checks before a commit, in a repository of its own. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the hooks', () => {
  let folder: string;
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
    return { status, output: stdout + stderr };
  };
  const commit = (message: string, files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    git('add', ...Object.keys(files));
    return git('commit', '-m', message);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooks-'));
    for (const name of ['.githooks', '.oxlintrc.json', '.prettierrc.json']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    git('init', '--quiet');
    git('config', 'core.hooksPath', '.githooks');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each<[string, string, Record<string, string>, RegExp]>([
    ['a message', 'some work', { 'a.md': '# A\n' }, /Not a conventional commit: "some work"/],
    ['the format', 'docs: b', { 'b file.md': '#   B\n' }, /b file\.md/],
    ['the lint', 'feat: c', { 'c.ts': 'export const same = (a: 1) => a == 1;\n' }, /eqeqeq/],
  ])('stop a commit for %s', (_, message, files, reason) => {
    expect(commit(message, files)).toEqual({ status: 1, output: expect.stringMatching(reason) });
    git('rm', '--cached', '--quiet', ...Object.keys(files));
  });

  test.each([
    ['feat(outbox): keep the record', 'd.ts', 'export const answer = 42;\n'],
    ['fix!: only a picture', 'e.svg', '<svg/>'],
    ['Merge branch "x"', 'f.md', '# F\n'],
  ])('let "%s" pass', (message, name, content) => {
    expect(commit(message, { [name]: content })).toMatchObject({ status: 0 });
  });
});
