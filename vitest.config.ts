import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { siteOriginFrom } from './tools/build/siteOrigin.ts';
import { businessConstants, MADE_UP, readBusiness } from './tools/build/businessFile.ts';

/** What a browser loads: it speaks WebChannel, as the local Firestore does; Node's speaks gRPC. */
const FIRESTORE = './node_modules/@firebase/firestore/dist/index.esm.js';

export default defineConfig({
  define: {
    ...businessConstants(readBusiness(MADE_UP)),
    __SITE_ORIGIN__: JSON.stringify(siteOriginFrom({})),
  },
  resolve: {
    alias: [
      {
        // Not what is below it: `firebase/firestore/lite`.
        find: /^firebase\/firestore$/,
        replacement: fileURLToPath(new URL(FIRESTORE, import.meta.url)),
      },
    ],
  },
  test: {
    environment: 'node',
    tags: [{ name: 'official', description: 'Runs on Google’s Firestore emulator, too.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['tests/{unit,delivery,commands,tools,official}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // These patch nothing of their process, and a process for each file takes longer than its tests.
          name: 'shared',
          isolate: false,
          include: ['{tests/{models,rules},backend/tests}/**/*.test.ts'],
        },
      },
    ],
    // Vitest would leave one core out.
    maxWorkers: '100%',
    // Some start a backend or a build; on a busy two-core machine those take seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
