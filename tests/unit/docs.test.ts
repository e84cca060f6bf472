/** The documents: every link, every named file and every command in them exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

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

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

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

/** Paths in code marks; those with a placeholder name no file. */
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

/** The rows of the table of promises whose test is not there; and how many promises there are. */
function promisesIn(text: string): { count: number; wrong: string[] } {
  const [, section = ''] = text.split('## Promises and their tests');
  const rows = all(section, /^\| (?!promise|---)(.*) \|$/gm).map((row) => row.split(/ +\| /));
  const wrong = rows.flatMap(([promise, test = '']) => {
    if (test.trim() === '-') return [];
    const [, path = '', title = ''] = /^`([^`]+)` › (.+?) *$/.exec(test) ?? [];
    const isProved = existsSync(join(ROOT, path)) && title !== '' && read(path).includes(title);
    return isProved ? [] : [promise!.trim()];
  });
  return { count: new Set(rows.map(([promise]) => promise)).size, wrong };
}

test('every promise names a test that is there', () => {
  const { count, wrong } = promisesIn(read('docs/testing.md'));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(150);
});

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  test('links to what is there', () => {
    expect(brokenLinks(document, text)).toEqual([]);
  });

  test('names files that are there', () => {
    expect(missingFiles(text)).toEqual([]);
  });

  test('names commands that are there', () => {
    expect(unknownCommands(text)).toEqual([]);
  });
});

test('the checks find what is wrong', () => {
  const text =
    '# A b: c\n[x](no.md) [y](README.md#no-such) [z](#a-b-c) [w](https://example.com/no.md) `src/no.ts` `src/*.ts` `npm run nothing`';
  expect(brokenLinks('README.md', text)).toEqual(['no.md', 'README.md#no-such', '#a-b-c']);
  expect(anchorsOf(text)).toEqual(['a-b-c']);
  expect(missingFiles(text)).toEqual(['src/no.ts']);
  expect(unknownCommands(text)).toEqual(['nothing']);
  const table =
    '## Promises and their tests\n| a | `tests/no.ts` › x |\n| b  | `tests/run.ts` › No such title   |\n| c | `tests/run.ts` |\n| d | - |\n| e | `tests/run.ts` › import |';
  expect(promisesIn(table)).toEqual({ count: 5, wrong: ['a', 'b', 'c'] });
});

test('every script of the package is one that a document names', () => {
  const everything = DOCUMENTS.map(read).join('\n');
  const known = new Set(all(everything, /npm (?:run )?([a-z][a-z:]*)/g));
  expect(Object.keys(scripts).filter((name) => !known.has(name))).toEqual([]);
});

test('every document is linked from another', () => {
  const links = new Set(
    DOCUMENTS.flatMap((document) =>
      all(read(document), /\]\(([^)\s#]+)[^)]*\)/g).map((link) => join(dirname(document), link)),
    ),
  );
  const alone = DOCUMENTS.filter(
    (document) => document.startsWith('docs/') && !links.has(document),
  );
  // The decisions are read as a folder.
  expect(alone.filter((document) => !document.startsWith('docs/decisions/'))).toEqual([]);
  expect(links.has('docs/decisions/')).toBe(true);
});
