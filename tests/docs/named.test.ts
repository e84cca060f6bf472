/** What documents and comments name is there: source files by name, tests, folders, decisions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CODE = ['src', 'machines', 'sw', 'backend', 'functions', 'tools', 'tests'];
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'backend/README.md',
];

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => !/\/node_modules\/|^functions\/lib\//.test(path));
const files = [
  ...readdirSync('.').filter((name) => name.includes('.')),
  ...[...CODE, 'docs', 'public', '.github'].flatMap(filesBelow),
];
const read = (path: string) => readFileSync(path, 'utf8');
const marked = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);

/** Files of other packages, of a build, or of Firebase, that comments and documents speak of. */
const ELSEWHERE = [
  'src/implementation/request.ts',
  'src/implementation/requests.ts',
  'task.ts',
  'errors.d.ts',
  'reload.ts',
  'popup_redirect.ts',
  'iframe.ts',
  'src/deploy/lifecycleHooks.ts',
  '/sw.js',
  'gallery.json',
];

const FILE_NAME = /(?<![\w/.@*-])[\w./-]*\w\.(?:tsx?|js|css|md|json|rules)\b(?![/*])/g;

/** Names of files in a text that no file has; a name without its folders is enough. */
function unknownFiles(text: string): string[] {
  return (text.match(FILE_NAME) ?? []).filter((name) => {
    if (ELSEWHERE.includes(name)) return false;
    const path = name.replace(/^(\.{1,2}\/)+/, '');
    return !files.some((file) => file === path || file.endsWith(`/${path}`));
  });
}

function commentsOf(path: string): string {
  return (read(path).match(/\/\*[^]*?\*\/|(?<!['":`\w])\/\/.*/g) ?? []).join('\n');
}

test('comments name files that exist', () => {
  const code = files.filter((path) => CODE.some((folder) => path.startsWith(`${folder}/`)));
  const unknown = code
    .filter((path) => /\.(tsx?|js|css)$/.test(path))
    .flatMap((path) => unknownFiles(commentsOf(path)).map((name) => `${path}: ${name}`));
  expect(unknown).toEqual([]);
});

test('documents name files that exist, also without their folder', () => {
  const documents = [...DOCUMENTS, ...filesBelow('docs').filter((path) => path.endsWith('.md'))];
  const unknown = documents.flatMap((path) =>
    marked(read(path)).flatMap((mark) => unknownFiles(mark).map((name) => `${path}: ${name}`)),
  );
  expect(unknown).toEqual([]);
});

/** The rows of the tables in a part of a document, as lists of their cells. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .map((line) => line.split('|').slice(1, -1));
const after = (path: string, heading: string) => read(path).split(`\n${heading}\n`)[1]!;

test('docs/outbox.md names a test that exists for what happens at each moment, and all 25 faults', () => {
  const [, ...moments] = rowsOf(after('docs/outbox.md', '## The faults and their proof'));
  const cells = moments.flatMap(([, ...row]) => row).filter((cell) => cell.trim() !== '–');
  const testsOf = (cell: string) => marked(cell).filter((name) => /\.(test|spec)$/.test(name));
  const isThere = (name: string) =>
    ['tests/delivery', 'tests'].some((folder) => existsSync(`${folder}/${name}.ts`));
  expect(cells.filter((cell) => testsOf(cell).length === 0)).toEqual([]);
  expect(cells.flatMap(testsOf).filter((name) => !isThere(name))).toEqual([]);
  const text = after('docs/outbox.md', '## The faults and their proof');
  const numbers = new Set([...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number)));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, n) => n + 1),
  );
});

test('each stop of docs/tour.md opens at most two files, which have what it names', () => {
  const [, ...stops] = read('docs/tour.md').split('\n## ');
  expect(stops).toHaveLength(12);
  for (const stop of stops) {
    const [title = '', , open = '', ...rest] = stop.split('\n');
    // `file` (`symbol`, `symbol`)
    const opened = [...open.matchAll(/`([\w./]+)`(?: \(([^)]*)\))?/g)];
    expect([title, opened.length > 0 && opened.length <= 2, rest.length <= 4]).toEqual([
      title,
      true,
      true,
    ]);
    for (const [, file, symbols = ''] of opened) {
      const missing = marked(symbols).filter(
        (name) => !new RegExp(`\\b${name}\\b`).test(read(file!)),
      );
      expect([file, missing]).toEqual([file, []]);
    }
  }
});

test('README.md names every folder of code', () => {
  const named = rowsOf(after('README.md', '## The house').split('\n## ')[0]!)
    .slice(1)
    .flatMap(([cell]) => marked(cell!));
  const code = CODE.map((folder) => `${folder}/`);
  const rest = ['findings/', 'firestore.rules', 'storage.rules', 'firebase.json'];
  expect(named.toSorted()).toEqual([...code, ...rest].toSorted());
});

test('the index of decisions has each number once, with its title', () => {
  const folder = 'docs/decisions';
  const rows = rowsOf(read(`${folder}/README.md`)).filter(([, cell]) => cell!.includes(']('));
  const decisions = readdirSync(folder).filter((name) => name !== 'README.md');
  const expected = decisions.map((name) => {
    const [, number, title] = /^# (\d+)\. (.*)$/m.exec(read(`${folder}/${name}`))!;
    expect(name.startsWith(`${number!.padStart(4, '0')}-`)).toBe(true);
    return [number, `[${title}](${name})`];
  });
  expect(rows.map(([number, link]) => [number!.trim(), link!.trim()])).toEqual(expected);
});

test('the changelog says each thing once', () => {
  const lines = read('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

test('each decision says since when it holds', () => {
  const decisions = filesBelow('docs/decisions').filter((path) => /\/\d{4}-/.test(path));
  const undated = decisions.filter(
    (path) => !/^# .+\n\n(Accepted|Superseded).* on \d{4}-\d\d-\d\d/.test(read(path)),
  );
  expect(undated).toEqual([]);
});
