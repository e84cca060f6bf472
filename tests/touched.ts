/**
 * Which tests a change may break. `npm run test:touched` runs them, and a test holds this table: each tracked file has a
 * row, and each row a test, or says why it has none. Imports alone do not tell: tests read rules, configuration, styles
 * and documents by their paths, and start programs; and what everything imports would bring every test.
 *
 * Names are the beginnings of paths. The row with the longest name that fits a file is the file's own. What `npm test`
 * runs anyway is not repeated here for its own sake: a wide row names what looks at all of the site.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

type Row = { of: string[] } & ({ tests: string[] } | { none: string });

const STATES = ['page', 'request', 'review', 'owner'].map((of) => `tests/screens/${of}States`);
const LOOKS = ['tests/screens/', 'tests/start/shift', 'tests/start/firstScreen'];
const DELIVERY = ['tests/delivery/', 'tests/waiting/', 'tests/request/sending'];

export const ROWS: Row[] = [
  // The page, feature by feature.
  {
    of: ['src/request/', 'src/shared/form/', 'src/shared/leaveGuard', 'machines/requestForm'],
    tests: ['tests/request/', 'tests/screens/requestStates', 'tests/delivery/saving'],
  },
  { of: ['src/domain/subject'], tests: ['tests/domain/', 'tests/functions/'] },
  {
    of: ['src/outbox/', 'sw/deliverInWorker', 'sw/tellPages'],
    tests: DELIVERY,
  },
  {
    of: ['src/waiting/', 'src/shared/sendingTexts', 'src/shared/waitingTexts'],
    tests: ['tests/waiting/', 'tests/screens/requestStates', 'tests/request/sending'],
  },
  {
    of: ['src/reviews/', 'src/signIn/', 'machines/reviewArea'],
    tests: ['tests/reviews/', 'tests/screens/reviewStates', 'tests/owner/access'],
  },
  {
    of: ['src/owner/', 'machines/ownerAccess', 'machines/workEditor'],
    tests: ['tests/owner/', 'tests/screens/ownerStates'],
  },
  { of: ['src/domain/work'], tests: ['tests/owner/', 'tests/tools/galleryAdd', 'tests/build/'] },
  {
    of: ['src/gallery/', 'src/shared/works/', 'src/lib/pageCache', 'sw/otherRendering'],
    tests: ['tests/gallery/', 'tests/screens/pageStates', 'tests/start/reads'],
  },
  {
    of: ['src/landing/', 'src/shared/business/', 'src/contract/business', 'src/shared/hero.json'],
    tests: [
      'tests/landing/',
      'tests/screens/pageStates',
      'tests/screens/header',
      ...LOOKS.slice(1),
    ],
  },
  { of: ['src/work/'], tests: ['tests/work/', 'tests/screens/pageStates', 'tests/hostile/works'] },
  {
    of: ['src/update/', 'machines/appVersion', 'sw/routes'],
    tests: ['tests/update/', 'tests/start/'],
  },
  {
    of: ['src/pictures/'],
    tests: ['tests/pictures/', 'tests/owner/publish', 'tests/request/sending'],
  },
  // What all of it stands on: the looks of every screen, or what starts every page.
  {
    of: ['src/ui/', 'src/shared/PageHead', 'src/shared/ToLanding', 'src/shared/loading/'],
    tests: LOOKS,
  },
  {
    of: ['src/start/', 'src/app/', 'src/shared/services', 'sw/', 'index.html', 'src/contract/'],
    tests: ['tests/start/', 'tests/update/', 'tests/build/', 'tests/screens/pageStates'],
  },
  {
    of: ['src/domain/', 'src/lib/', 'machines/', 'src/env.d.ts'],
    tests: ['tests/domain/', 'tests/lib/', 'tests/request/', 'tests/reviews/', 'tests/delivery/'],
  },
  {
    of: ['src/firebase/'],
    tests: ['tests/firebase/', 'tests/gallery/', 'tests/reviews/', 'tests/delivery/answers'],
  },
  // What is deployed beside the page.
  {
    of: ['firestore.rules', 'storage.rules'],
    tests: ['tests/rules/', 'tests/delivery/refusals', 'tests/owner/', 'tests/reviews/posting'],
  },
  { of: ['firestore.indexes.json', 'cors.json'], tests: ['tests/tools/doctor', 'backend/tests/'] },
  {
    of: ['firebase.json', 'public/'],
    tests: ['tests/start/', 'tests/hostile/', 'backend/tests/hosting', 'tests/build/'],
  },
  { of: ['functions/'], tests: ['tests/functions/'] },
  // What builds, serves and sets up.
  { of: ['tools/build/'], tests: ['tests/build/', 'tests/start/', 'tests/tools/doctor'] },
  { of: ['tools/lint/', '.oxlintrc.json'], tests: ['tests/lint/'] },
  { of: ['tools/start/', 'tools/entry.cjs'], tests: ['tests/tools/'] },
  { of: ['tools/seed/'], tests: ['tests/tools/siteBackend', 'tests/screens/pageStates'] },
  { of: ['tools/dataPage/'], tests: ['tests/tools/siteBackend', 'tests/screens/pageStates'] },
  { of: ['tools/'], tests: ['tests/tools/', 'tests/build/beforeDeploy'] },
  { of: ['backend/auth/'], tests: ['backend/tests/auth', 'tests/reviews/', 'tests/owner/access'] },
  { of: ['backend/hosting/'], tests: ['backend/tests/hosting', 'tests/start/', 'tests/hostile/'] },
  { of: ['backend/rules/'], tests: ['backend/tests/rules/', 'tests/rules/'] },
  {
    of: ['backend/storage/'],
    tests: ['backend/tests/storage/', ...DELIVERY, 'tests/owner/publish'],
  },
  {
    of: ['backend/'],
    tests: ['backend/tests/', 'tests/gallery/', 'tests/reviews/', 'tests/delivery/'],
  },
  {
    of: ['package.json', 'package-lock.json', 'vite.config.ts'],
    tests: ['tests/build/', 'tests/start/', 'tests/tools/npmStart', 'tests/tools/entry'],
  },
  // What is told and what is held by other means.
  {
    of: [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/',
      'backend/README.md',
    ],
    tests: ['tests/docs/'],
  },
  { of: ['.githooks/'], tests: ['tests/tools/commitMessage'] },
  { of: ['.ci/', '.github/'], none: 'what they run is what is tested' },
  {
    of: ['.editorconfig', '.gitattributes', '.gitignore', '.npmrc'],
    none: 'no program of ours reads it',
  },
  { of: ['.prettierignore', '.prettierrc.json', 'LICENSE'], none: 'no program of ours reads it' },
  { of: ['findings/'], none: 'it runs packages of others, without ours' },
  {
    of: ['tsconfig.json', 'src/tsconfig.json', 'sw/tsconfig.json'],
    none: 'the compiler is its test',
  },
  { of: ['backend/tsconfig.json', 'tests/tsconfig.json'], none: 'the compiler is its test' },
  // Tests. One is its own, and what several use is proven by those that use it.
  { of: ['tests/', 'backend/tests/', 'functions/test/'], tests: ['tests/', 'backend/tests/'] },
  { of: ['tests/screens/'], tests: STATES },
  { of: ['tests/functions/deployed'], tests: ['tests/functions/'] },
  { of: ['tests/delivery/soak', 'tests/delivery/workerHeap'], tests: ['tests/delivery/'] },
  { of: ['tests/bench/', 'tests/floor/'], none: 'a benchmark is run by hand' },
  {
    of: ['tests/engines/', 'tests/nodes/', 'tests/official/run', 'tests/oldest/'],
    none: 'they are runs of their own',
  },
  {
    of: ['tests/run', 'vitest.config.ts', 'tests/playwright.config.ts'],
    none: 'each run is its test',
  },
  { of: ['tests/recordings/'], tests: ['tests/delivery/recordings'] },
];

/** A test of Node or of a browser. */
export const isTest = (path: string) => /\.(test|spec)\.ts$/.test(path);

/** The row of a file: the one with the longest name that its path begins with. */
export function rowOf(path: string): Row | undefined {
  const lengthIn = ({ of }: Row) =>
    Math.max(0, ...of.filter((name) => path.startsWith(name)).map(({ length }) => length));
  const [longest] = ROWS.toSorted((a, b) => lengthIn(b) - lengthIn(a));
  return longest && lengthIn(longest) > 0 ? longest : undefined;
}

/** A helper of more tests than this is proven by those of them that `npm test` runs. */
const MANY = 15;

/**
 * The tests that a change of these files may break, of all the `tracked` ones. `read` gives a file's text: who imports a
 * test's helper is read there.
 */
export function testsOf(
  changed: string[],
  tracked: string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] {
  const all = tracked.filter(isTest);
  const ofFile = (path: string): string[] => {
    if (isTest(path)) return [path];
    const row = rowOf(path);
    if (!row || 'none' in row) return [];
    const fitting = all.filter((test) => row.tests.some((name) => test.startsWith(name)));
    if (!/^(backend\/)?tests\//.test(path)) return fitting;
    const users = usersOf(path, fitting, tracked, read);
    return users.length > MANY ? [] : users;
  };
  const found = new Set(changed.flatMap(ofFile));
  return all.filter((test) => found.has(test));
}

/** Which of these tests import a helper, or something of the tests that imports it. */
function usersOf(
  helper: string,
  tests: string[],
  tracked: string[],
  read: (path: string) => string,
): string[] {
  const sources = tracked.filter((path) => /^(backend\/)?tests\/.*\.ts$/.test(path));
  const importsOf = new Map(
    sources.map((path) => [
      path,
      [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
        posix.join(posix.dirname(path), name!).replace(/\.ts$/, ''),
      ),
    ]),
  );
  const users = new Set([helper]);
  // A set tells what is added while one goes through it.
  for (const used of users) {
    const name = used.replace(/\.ts$/, '');
    for (const [path, imports] of importsOf) if (imports.includes(name)) users.add(path);
  }
  return tests.filter((test) => users.has(test));
}
