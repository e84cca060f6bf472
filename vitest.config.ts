import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { siteOriginFrom } from './tools/build/siteOrigin.ts';
import { businessConstants, MADE_UP, readBusiness } from './tools/build/businessFile.ts';

/** The browser's version of the Firestore SDK. It speaks WebChannel, like the local Firestore; Node's speaks gRPC. */
const FIRESTORE = './node_modules/@firebase/firestore/dist/index.esm.js';

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
        replacement: fileURLToPath(new URL(FIRESTORE, import.meta.url)),
      },
    ],
  },
  test: {
    environment: 'node',
    tags: [{ name: 'official', description: 'Also runs on Google’s Firestore emulator.' }],
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
          // These tests change nothing global, and a process for each file would take longer than its tests.
          name: 'shared',
          isolate: false,
          include: ['{tests/{models,rules},backend/tests}/**/*.test.ts'],
        },
      },
    ],
    // Without this, Vitest leaves one core unused.
    maxWorkers: '100%',
    // Milliseconds. Some tests start a backend or a build, which takes seconds on a busy machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
