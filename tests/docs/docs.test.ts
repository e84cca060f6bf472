/** The documents: every link, file and command in them exists. And all versions are the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLIENT_VERSION } from '../../src/domain/constants';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const markdown = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = [
  ...markdown('.'),
  'backend/README.md',
  ...markdown('docs'),
  ...markdown('.github'),
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((found) => found[1]!);

const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};

/** Headings as GitHub names them in addresses. */
function anchorsOf(text: string): string[] {
  return all(text.replaceAll(/^```.*?^```/gms, ''), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(document: string, text: string): string[] {
  return all(text, /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      if (relative('.', target).startsWith('..') || !existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
}

const FOLDERS = ['src', 'machines', 'sw', 'backend', 'tools', 'tests', 'docs', 'public'];

/** Paths in code marks, except those with a placeholder. */
function missingFiles(text: string): string[] {
  return all(text, new RegExp('`((?:' + FOLDERS.join('|') + ')/[^`\\s]*)`', 'g')).filter(
    (path) => !/[*{…]/.test(path) && !existsSync(join(ROOT, path)),
  );
}

function unknownCommands(text: string): string[] {
  return all(text, /npm run (?:-s |--silent )?([a-z][a-z:]*)/g).filter(
    (name) => !Object.hasOwn(scripts, name),
  );
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  test('has no broken link', () => {
    expect(brokenLinks(document, text)).toEqual([]);
  });

  test('names only files that exist', () => {
    expect(missingFiles(text)).toEqual([]);
  });

  test('names only commands that exist', () => {
    expect(unknownCommands(text)).toEqual([]);
  });
});

test('the package has the client’s version', () => {
  expect(version).toBe(`${CLIENT_VERSION.toFixed(2)}.0`);
});
