// The table of layers (tools/lint/layers.js), the lint rule that holds it, and the document that shows it.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL_ABOVE, ANY, LAYERS, type Layer } from '../../tools/lint/layers.js';
import { homeOf, importsOf, refusalOf } from '../../tools/lint/oneWay.js';

test.each([
  ['src/domain/validation.ts', './types'],
  ['machines/appVersion.ts', '../src/domain/constants'],
  ['machines/appVersion.ts', 'xstate'],
  ['src/firebase/rest/firestoreDocuments.ts', '../config'],
  ['src/request/useForm.ts', '../../machines/requestForm'],
  ['src/gallery/data/liveGallery.ts', 'firebase/firestore'],
  ['src/update/takeOver.ts', '../contract/names'],
  ['src/app/App.tsx', '../landing/Landing'],
  ['src/start/main.tsx', '../ui/base.css'],
  ['sw/routes.ts', '../src/firebase/config'],
  ['functions/src/index.ts', './core/leadAlerts.js'],
  ['tools/dataPage/mailbox.ts', '../../functions/src/core/leadAlerts'],
  ['tests/run.ts', '../src/app/App'],
])('%s may import %s', (file, specifier) => {
  expect(refusalOf(file, specifier)).toBeUndefined();
});

test.each([
  ['src/domain/validation.ts', '../lib/log', 'src/domain', 'src/lib/log'],
  ['src/domain/validation.ts', '../../tests/run', 'src/domain', 'tests/run'],
  ['machines/appVersion.ts', '../src/lib/log', 'machines', 'src/lib/log'],
  ['machines/appVersion.ts', '@xstate/react', 'machines', '@xstate/react'],
  ['src/firebase/rest/httpCall.ts', '../app', 'src/firebase/rest', 'src/firebase/app'],
  ['src/firebase/app.ts', './rest/httpCall', 'src/firebase', 'src/firebase/rest/httpCall'],
  ['src/request/useForm.ts', '../waiting/listWording', 'src/request', 'src/waiting/listWording'],
  ['src/request/useForm.ts', '../outbox/store', 'src/request', 'src/outbox/store'],
  ['src/request/useForm.ts', 'firebase/app', 'src/request', 'firebase/app'],
  ['src/update/takeOver.ts', '../start/gate', 'src/update', 'src/start/gate'],
  ['src/app/App.tsx', '../start/main.tsx', 'src/app', 'src/start/main'],
  ['sw/routes.ts', '../src/firebase/app', 'sw', 'src/firebase/app'],
  ['backend/backend.ts', '../src/domain/ids', 'backend', 'src/domain/ids'],
  ['functions/src/core/html.ts', 'firebase-admin', 'functions/src/core', 'firebase-admin'],
  ['tools/cli.ts', '../src/app/App', 'tools', 'src/app/App'],
])('%s may not import %s', (file, specifier, from, target) => {
  expect(refusalOf(file, specifier)).toBe(
    `${from} may not import ${target}: see tools/lint/layers.js and docs/architecture.md.`,
  );
});

test.each([
  ['sw/deliverInWorker.ts', '../src/outbox/store/idbStore', 'src/outbox/store/idbStore'],
  ['src/app/App.tsx', '../request/useForm', 'src/request/useForm'],
])('%s may import what is a door, and not %s', (file, specifier, target) => {
  expect(refusalOf(file, specifier)).toBe(
    `${target} is no door of its room: see tools/lint/layers.js.`,
  );
});

test('every door is a file of its room', () => {
  const wrong = LAYERS.flatMap((layer) =>
    (layer.doors ?? []).filter((door) => !existsSync(door) || homeOf(door)?.layer !== layer),
  );
  expect(wrong).toEqual([]);
});

test('imports go one way: a layer imports only from layers above it in the table', () => {
  const wrongWay = LAYERS.flatMap((layer, place) =>
    importsOf(layer)
      .filter((name) => !layer.folders.includes(name))
      .filter((name) => {
        const home = homeOf(name);
        return home && LAYERS.indexOf(home.layer) >= place;
      })
      .map((name) => `${layer.folders[0]} → ${name}`),
  );
  expect(wrongWay).toEqual([]);
});

test('every folder of the product has its layer', () => {
  const folders = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`);
  const code = [...folders, 'machines', 'sw', 'backend', 'functions', 'tools'];
  expect(code.filter((folder) => homeOf(folder)?.folder !== folder)).toEqual([]);
});

test('lint refuses imports of every form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  cpSync('tools/lint', join(folder, 'tools/lint'), { recursive: true });
  const lines = [
    "import type { Log } from '../lib/log';",
    "import '../ui/base.css';",
    "export * from '../outbox/port';",
    "export { late } from '../shared/idle';",
    "export const later = () => import('../app/App');",
    "export type Work = import('../work/WorkPage').Work | Log;",
  ];
  mkdirSync(join(folder, 'src/domain'), { recursive: true });
  writeFileSync(join(folder, 'src/domain/ids.ts'), lines.join('\n'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const config = {
    jsPlugins: ['./tools/lint/oneWay.js'],
    categories: { correctness: 'off' },
    rules: { 'layers/one-way': 'error' },
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const oxlint = resolve('node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '-f', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; labels: { span: { line: number } }[] }[];
  };
  const found = diagnostics.map(({ message, labels }) => [labels[0]!.span.line, message]);
  expect(found.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(
    ['lib/log', 'ui/base.css', 'outbox/port', 'shared/idle', 'app/App', 'work/WorkPage'].map(
      (target, index) => [
        index + 1,
        `src/domain may not import src/${target}: see tools/lint/layers.js and docs/architecture.md.`,
      ],
    ),
  );
});

describe('docs/architecture.md', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1));

  /** `src/landing` `work` is short for `src/landing` `src/work`. */
  const foldersOf = (cell: string) => {
    const [first = '', ...others] = namesIn(cell);
    return [
      first,
      ...others.map((name) => (name.includes('/') ? name : join(dirname(first), name))),
    ];
  };
  const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

  /** What the document must say a layer may import. */
  function shown({ folders, imports, packages }: Layer): string[] {
    const ofTheHouse = imports === ALL_ABOVE ? [ALL_ABOVE] : imports;
    const all = [...ofTheHouse, ...(packages === ANY ? [] : packages)];
    return all.filter((name) => !folders.includes(name)).toSorted();
  }

  test('shows the layers in their order', () => {
    expect(rows.map(([folders]) => foldersOf(folders!))).toEqual(
      LAYERS.map(({ folders }) => folders),
    );
  });

  test.each(LAYERS.map((layer, place) => [layer.folders[0]!, layer, place] as const))(
    'says what %s may import',
    (_, layer, place) => {
      const cell = rows[place]![2]!;
      const words = cell.includes(ALL_ABOVE) ? [ALL_ABOVE] : [];
      expect([...words, ...namesIn(cell)].toSorted()).toEqual(shown(layer));
    },
  );
});
