import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { siteOriginFrom } from './tools/build/siteOrigin.ts';
import { TEST_LIMIT_MS } from './tests/support/testLimit.ts';
import { businessConstants, MADE_UP, readBusiness } from './tools/build/businessFile.ts';

/** The browser's version of the Firestore SDK. It speaks WebChannel, like the local Firestore; Node's speaks gRPC. */
const FIRESTORE = './node_modules/@firebase/firestore/dist/index.esm.js';

const SHARED = [
  'tests/**/*.model.test.ts',
  'tests/rules/**/*.test.ts',
  'backend/tests/**/*.test.ts',
];

/**
 * The files that a run of one tag (`full`), or without one (`!full`), leaves out. Vitest imports each file before it looks
 * at its tags, and for most files that takes longer than their tests.
 */
function leftOut(): string[] {
  const filter = /^--tags-filter=(!?)(\w+)$/m.exec(process.argv.join('\n'));
  if (!filter) return [];
  const [, not, tag] = filter;
  return ['tests', 'backend/tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(
        (path) => readFileSync(path, 'utf8').includes(`@module-tag ${tag}`) === (not === '!'),
      ),
  );
}

const LEFT_OUT = leftOut();

export default defineConfig({
  define: {
    ...businessConstants(readBusiness(MADE_UP)),
    __SITE_ORIGIN__: JSON.stringify(siteOriginFrom({})),
  },
  resolve: {
    alias: [
      {
        // Only this module, not `firebase/firestore/lite`.
        find: /^firebase\/firestore$/,
        // A `$` in the project's path means itself.
        replacement: fileURLToPath(new URL(FIRESTORE, import.meta.url)).replaceAll('$', '$$$$'),
      },
    ],
  },
  test: {
    environment: 'node',
    setupFiles: ['tests/support/noWebStorage.ts'],
    tags: [
      { name: 'official', description: 'Runs on Google’s Firestore emulator, too.' },
      { name: 'full', description: 'Takes longer than a change should wait: `npm run test:full`.' },
    ],
    // A process for each file takes longer than the tests of some. Those that patch nothing of their process
    // share it: all of the rules and of the backend, and a feature's pure models, named `*.model.test.ts`.
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['tests/**/*.test.ts'],
          exclude: [...SHARED, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: { name: 'shared', include: SHARED, exclude: LEFT_OUT, isolate: false },
      },
    ],
    // Without this, Vitest leaves one core unused.
    maxWorkers: '100%',
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: TEST_LIMIT_MS } },
  },
});
